#include "cli/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>

#include "base/error.hpp"
#include "base/text.hpp"
#include "catalog/built_in.hpp"
#include "catalog/validate.hpp"
#include "cli/files.hpp"

namespace gpupick {
namespace {

namespace fs = std::filesystem;

// Limit for pipes and devices, which have no known size and may have no end.
constexpr std::size_t most_unsized = std::size_t{64} << 20U;

// Reads the rest of a stream; `size` is its size in bytes if known.
std::string read_all(std::istream& stream, const std::string& path,
                     std::optional<std::size_t> size = {}) {
  const std::size_t most = size.value_or(most_unsized);
  std::string text;
  text.reserve(size.value_or(0));
  for (std::array<char, 65536> chunk{};
       stream.read(chunk.data(), chunk.size()), stream.gcount() > 0;) {
    text.append(chunk.data(), static_cast<std::size_t>(stream.gcount()));
    if (text.size() > most)
      throw Error(size ? fmt::format("'{}' grew while it was read", printable(path))
                       : fmt::format("'{}' goes on after 64 MiB; give larger data as a file",
                                     printable(path)));
  }
  if (stream.bad()) throw Error("cannot read '{}': {}", printable(path), std::strerror(errno));
  return text.erase(0, text.size() - without_mark(text).size());
}

std::ifstream open_file(const std::string& path) {
  std::ifstream stream(path_of(path), std::ios::binary);
  if (is_folder(path_of(path))) throw Error("cannot read '{}': it is a folder", printable(path));
  if (!stream) throw Error("cannot read '{}': {}", printable(path), std::strerror(errno));
  return stream;
}

}  // namespace

std::string quoted_path(const std::string& path) {
  return path == "-" ? "standard input" : fmt::format("'{}'", printable(path));
}

std::size_t list_errors(std::vector<Diagnostic> diagnostics, std::ostream& err,
                        std::string_view name) {
  sort_by_place(diagnostics);
  for (const Diagnostic& diagnostic : diagnostics)
    if (text_of(diagnostic.rule).severity == Severity::error)
      err << to_line(diagnostic, name) << '\n';
  return count(diagnostics, Severity::error);
}

void refuse_errors(std::vector<Diagnostic> diagnostics, std::ostream& err, const std::string& what,
                   std::string_view advice) {
  if (const std::size_t errors = list_errors(std::move(diagnostics), err); errors > 0)
    throw Error("{} has {}; fix the lines above{}", printable(what), counted(errors, "error"),
                advice);
}

std::vector<File> Inputs::read(const std::string& path) {
  if (!is_folder(path_of(path))) return {read_one(path)};
  std::error_code error;
  std::vector<std::string> names;
  for (fs::recursive_directory_iterator entry(path_of(path), error), end; !error && entry != end;
       entry.increment(error))
    if (entry->path().extension() == ".json" && !entry->is_directory(error)) {
      names.push_back(text_of(entry->path()));
      // Opening a FIFO without a writer would block.
      if (entry->is_other(error))
        throw Error("'{}' in the folder is no file", printable(names.back()));
    }
  if (error) throw Error("cannot read the folder '{}': {}", printable(path), error.message());
  if (names.empty()) throw Error("the folder '{}' holds no .json file", printable(path));
  std::ranges::sort(names);
  std::vector<File> files;
  for (const std::string& name : names) files.push_back(read_one(name));
  return files;
}

std::istream& Inputs::open(const std::string& path) {
  if (path == "-") return in_;
  return streams_.emplace_back(open_file(path));
}

std::string_view Inputs::keep(std::string text) { return texts_.emplace_back(std::move(text)); }

File Inputs::read_one(const std::string& path) {
  if (path == "-") {
    if (!standard_) standard_ = read_all(in_, path);
    return {"-", *standard_};
  }
  std::ifstream stream = open_file(path);
  std::error_code error;
  const auto size = is_file(path_of(path)) ? fs::file_size(path_of(path), error) : 0;
  return {path, texts_.emplace_back(size > 0 && !error ? read_all(stream, path, size)
                                                       : read_all(stream, path))};
}

File Inputs::read_start(const std::string& path, std::size_t most) {
  std::ifstream stream = open_file(path);
  std::string text(most, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(most));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return {path, texts_.emplace_back(std::move(text))};
}

void show_reading(const std::vector<File>& files, Progress& progress) {
  constexpr std::size_t long_read = std::size_t{32} << 20U;
  std::size_t bytes = 0;
  for (const File& file : files) bytes += file.text.size();
  if (bytes >= long_read) progress.show(fmt::format("reading {} MiB of data ...", bytes >> 20U));
}

Dataset read_checked(const std::string& path, const Catalog& context, Inputs& inputs,
                     std::ostream& err, std::size_t* errors) {
  std::vector<Diagnostic> diagnostics;
  Dataset data = [&] {
    Progress progress(inputs.terminal());
    const std::vector<File> files = inputs.read(path);
    show_reading(files, progress);
    Dataset out = read_data(files, diagnostics, context.gpus());
    std::ranges::move(validate(out, context), std::back_inserter(diagnostics));
    return out;
  }();
  if (errors && data.complete)
    *errors += list_errors(std::move(diagnostics), err);
  else
    refuse_errors(std::move(diagnostics), err, path);
  return data;
}

Catalog load_catalog(const GlobalOptions& options, Inputs& inputs, std::ostream& err,
                     std::size_t* errors) {
  // The built-in data was validated when the program was built; only the user's data is checked
  // here. A catalog of one's own keeps the makers, the stacks and the words of names and tables.
  RecordLists lists = Catalog().lists();
  const auto keep = [&](std::size_t kind) { lists[kind] = built_in()[kind]; };
  keep(RecordKinds::place<NameWords>());
  keep(RecordKinds::place<TableWords>());
  keep(RecordKinds::place<Maker>());
  keep(RecordKinds::place<SoftwareStack>());
  Catalog catalog(options.catalog.empty() ? built_in() : lists);
  if (const Catalog* known = inputs.known_catalog(options.catalog))
    catalog = *known;
  else if (!options.catalog.empty())
    catalog.merge(read_checked(options.catalog, catalog, inputs, err, errors));
  for (const std::string& path : options.add)
    catalog.merge(read_checked(path, catalog, inputs, err, errors));
  return catalog;
}

}  // namespace gpupick
