// The data compiler, run by the build: reads and validates data/ as `gpupick validate` does and
// writes it as C++ constants. It lists the findings; an error fails the build.
#include <fmt/format.h>

#include <deque>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "catalog/validate.hpp"
#include "schema/constant_writer.hpp"

namespace gpupick {
namespace {

// Writes what BuiltIn computes from the prices, in the order of its members.
void prices(const Catalog& catalog, ConstantWriter& out) {
  out.begin_array("PriceRows");
  for (const PriceRows& one : catalog.price_rows())
    out.raw(fmt::format("{{{}, {}, {}}}, ", one.first, one.count, one.computer));
  out.end_array(catalog.price_rows().size());
  out.raw(", ");
  out.begin_array("PriceView");
  for (const PriceView& one : catalog.price_views()) {
    out.raw(fmt::format("{{{}, {}, {}, {}, {}, {}, ", one.kind, one.basis, one.abroad, one.computer,
                        one.first, one.last));
    out.value(one.usd);
    out.raw(", ");
    out.value(one.variance);
    out.raw(", ");
    out.value(one.risen);
    out.raw("},\n");
  }
  out.end_array(catalog.price_views().size());
  out.raw(", ");
  out.begin_array("PriceMove");
  for (const PriceMove& one : catalog.price_moves()) {
    out.raw(fmt::format("{{{}, ", one.kind));
    out.value(one.segment);
    out.raw(", ");
    out.value(one.monthly);
    out.raw(fmt::format(", {}, ", one.since));
    out.value(one.wander);
    out.raw("},\n");
  }
  out.end_array(catalog.price_moves().size());
  out.raw(", ");
}

// Returns the built-in records as C++ source.
std::string compiled(const Catalog& catalog) {
  ConstantWriter out;
  std::string lists;
  RecordKinds::for_each([&]<class Kind>() {
    out.list<Kind>(catalog.of<Kind>());
    lists += fmt::format("  all.of<{}>() = {};\n", Kind::type_name, out.expression);
    out.expression.clear();
  });
  prices(catalog, out);
  out.value(catalog.newest_observation());
  return fmt::format(
      "#include \"catalog/built_in.hpp\"\n\nnamespace gpupick {{\nnamespace {{\n\n{}\n"
      "constexpr Records<ConstantList> gather() {{\n  Records<ConstantList> all;\n{}  return "
      "all;\n}}\n"
      "constinit const BuiltIn all = {{gather(), {}}};\n\n}}  // namespace\n\n"
      "const BuiltIn& built_in() {{ return all; }}\n\n}}  // namespace gpupick\n",
      out.arrays, lists, out.expression);
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
