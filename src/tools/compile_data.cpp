// The data compiler, run by the build: reads and validates data/ as `gpupick validate` does and
// writes it as C++ constants. It lists the findings; an error fails the build.
#include <fmt/format.h>

#include <deque>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "catalog/validate.hpp"
#include "tools/constant_writer.hpp"

namespace gpupick {
namespace {

std::string compiled(const Catalog& catalog) {
  ConstantWriter out;
  for (const AnyRecords& records : catalog.lists()) {
    out.raw(fmt::format("    std::span<const {}>(", records.kind().type_name));
    out.list(records);
    out.raw("),\n");
  }
  return fmt::format(
      "#include \"catalog/built_in.hpp\"\n\nnamespace gpupick {{\nnamespace {{\n\n{}\n"
      "constinit const RecordLists lists = {{{{\n{}}}}};\n\n}}  // namespace\n\n"
      "const RecordLists& built_in() {{ return lists; }}\n\n}}  // namespace gpupick\n",
      out.arrays, out.expression);
}

int compile(const std::filesystem::path& out, const std::filesystem::path& root,
            const std::vector<std::string>& paths) {
  std::deque<std::string> texts;
  std::vector<File> files;
  for (const std::string& path : paths) {
    std::ifstream stream(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    files.push_back({std::filesystem::relative(path, root).generic_string(), texts.back()});
  }
  std::vector<Diagnostic> found;
  Dataset data = read_data(files, found);
  for (Diagnostic& diagnostic : validate(data, Catalog())) found.push_back(std::move(diagnostic));
  sort_by_place(found);
  for (const Diagnostic& diagnostic : found) std::cerr << to_line(diagnostic) << '\n';
  if (count(found, Severity::error) > 0) return 1;
  std::ofstream constants(out, std::ios::binary);
  constants << compiled(Catalog(std::move(data)));
  constants.close();
  if (!constants) std::cerr << out.string() << ": cannot be written\n";
  return constants ? 0 : 1;
}

}  // namespace
}  // namespace gpupick

int main(int argc, char** argv) {
  return gpupick::compile(argv[1], argv[2], {argv + 3, argv + argc});
}
