// Windows 10 and later, and Wine.
#include <fcntl.h>
#include <fmt/format.h>
#include <io.h>
#include <process.h>
#include <sys/stat.h>
#include <windows.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "cli/system.hpp"

namespace gpupick {
namespace {

namespace fs = std::filesystem;

constexpr int standard_in = 0, standard_out = 1, standard_err = 2;

std::string in_utf8(const wchar_t* text) {
  const int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr);
  std::string out(static_cast<std::size_t>(size), '\0');
  WideCharToMultiByte(CP_UTF8, 0, text, -1, out.data(), size, nullptr, nullptr);
  out.pop_back();  // the final zero
  return out;
}

UINT code_page_before = 0;

// True if the stream is a console, which then shows colours.
bool is_console(DWORD stream) {
  const HANDLE handle = GetStdHandle(stream);
  DWORD mode = 0;
  return GetConsoleMode(handle, &mode) != 0 &&
         SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

[[noreturn]] void fail(int error) { throw std::system_error(error, std::generic_category()); }

// Returns how the C library calls the last error of a renaming.
int error_of_renaming() {
  const DWORD error = GetLastError();
  if (error == ERROR_ALREADY_EXISTS || error == ERROR_FILE_EXISTS) return EEXIST;
  return error == ERROR_PATH_NOT_FOUND ? ENOENT : EACCES;
}

// A new file that is removed unless it gets a name.
class NewFile {
 public:
  explicit NewFile(const fs::path& folder) {
    constexpr int most_tries = 100;  // others may have been left behind by a loss of power
    for (int i = 0; i < most_tries && descriptor_ < 0; ++i) {
      path_ = folder / fmt::format(".gpupick-{}-{}", _getpid(), i);
      descriptor_ = _wopen(path_.c_str(), _O_CREAT | _O_EXCL | _O_WRONLY | _O_BINARY | _O_NOINHERIT,
                           _S_IREAD | _S_IWRITE);
      if (descriptor_ < 0 && errno != EEXIST) break;
    }
    if (descriptor_ < 0) fail(errno);
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() {
    close();
    _wunlink(path_.c_str());
  }

  void write(std::string_view text) {
    while (!text.empty()) {
      const int written =
          _write(descriptor_, text.data(), static_cast<unsigned>(std::min(text.size(), most)));
      if (written < 0) fail(errno);
      text.remove_prefix(static_cast<std::size_t>(written));
    }
    if (_commit(descriptor_) != 0) fail(errno);
    close();  // an open file cannot be renamed
  }

  void name(const fs::path& path, Existing existing) const {
    const DWORD replace = existing == Existing::replaced ? MOVEFILE_REPLACE_EXISTING : 0;
    if (!MoveFileExW(path_.c_str(), path.c_str(), MOVEFILE_WRITE_THROUGH | replace))
      fail(error_of_renaming());
  }

 private:
  static constexpr std::size_t most = std::size_t{1} << 30U;

  void close() {
    if (descriptor_ >= 0) _close(descriptor_);
    descriptor_ = -1;
  }

  fs::path path_;
  int descriptor_ = -1;
};

}  // namespace

std::vector<std::string> begin_program(int, char**) {
  for (const int stream : {standard_in, standard_out, standard_err}) _setmode(stream, _O_BINARY);
  if ((code_page_before = GetConsoleOutputCP()) != 0) {
    SetConsoleOutputCP(CP_UTF8);
    std::atexit([] { SetConsoleOutputCP(code_page_before); });
  }
  int count = 0;
  wchar_t** words = CommandLineToArgvW(GetCommandLineW(), &count);
  std::vector<std::string> out;
  for (int i = 1; i < count; ++i) out.push_back(in_utf8(words[i]));
  LocalFree(words);
  return out;
}

Screen screen() {
  Screen out{is_console(STD_OUTPUT_HANDLE), is_console(STD_ERROR_HANDLE), 0, 0, true};
  CONSOLE_SCREEN_BUFFER_INFO info{};
  if (out.out && GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &info)) {
    out.width = static_cast<std::size_t>(info.srWindow.Right - info.srWindow.Left + 1);
    out.height = static_cast<std::size_t>(info.srWindow.Bottom - info.srWindow.Top + 1);
  }
  return out;
}

Written write_out(std::string_view text) {
  constexpr std::size_t most = 32768;  // a console takes no more at once
  while (!text.empty()) {
    const int written =
        _write(standard_out, text.data(), static_cast<unsigned>(std::min(text.size(), most)));
    // A pipe without a reader is an invalid argument to some versions of the C library.
    if (written < 0)
      return errno == EPIPE || errno == EINVAL ? Written::reader_gone : Written::failed;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return Written::all;
}

std::string config_file() {
  const wchar_t* folder = _wgetenv(L"APPDATA");
  return folder && *folder ? in_utf8(folder) + "\\gpupick\\config.json" : "";
}

void create_file(const fs::path& target, std::string_view text, Existing existing) {
  NewFile file(target.has_parent_path() ? target.parent_path() : ".");
  file.write(text);
  file.name(target, existing);
}

std::string output_of(const std::string& command) {
  _putenv("NoDefaultCurrentDirectoryInExePath=1");  // runs no program of the current folder
  FILE* pipe = _popen((command + " 2>NUL").c_str(), "r");
  if (!pipe) return "";
  std::string out;
  std::array<char, 4096> chunk{};
  while (const std::size_t size = std::fread(chunk.data(), 1, chunk.size(), pipe))
    out.append(chunk.data(), size);
  return _pclose(pipe) == 0 ? out : "";
}

}  // namespace gpupick
