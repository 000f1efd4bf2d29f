#include "cli/model_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/paths.hpp"
#include "models/gguf.hpp"
#include "models/read_config.hpp"
#include "models/read_gguf.hpp"
#include "models/safetensors.hpp"

namespace gpupick {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

// Splits "model-00001-of-00004.gguf" at "00001". Returns an empty number for other names.
struct ShardName {
  std::string before, number, after;
};
ShardName shard_name(const std::string& name) {
  const std::size_t of = name.rfind("-of-");
  if (of == std::string::npos || of < 5) return {};
  const std::string number = name.substr(of - 5, 5);
  if (!std::ranges::all_of(number, is_digit)) return {};
  return {name.substr(0, of - 5), number, name.substr(of)};
}

// Returns the files of a model that is split into several, in order, or the file alone.
std::vector<std::string> shards_of(const std::string& path) {
  const auto [before, number, after] = shard_name(path);
  std::vector<std::string> out;
  for (int i = 1; !number.empty() && i < 100000; ++i) {
    const std::string one = fmt::format("{}{:05}{}", before, i, after);
    if (!is_file(path_of(one))) break;
    out.push_back(one);
  }
  return out.empty() ? std::vector{path} : out;
}

// Returns "qwen3-8b" for "models/qwen3-8b/config.json", and the name of another file without its
// ending.
std::string name_of_model(const std::string& path) {
  const fs::path full = path_of(path);
  const std::string stem = text_of(full.stem()), ending = text_of(full.extension());
  const std::string folder = text_of(full.parent_path().filename());
  if (const ShardName shard = shard_name(stem); !shard.number.empty() && ending == ".gguf")
    return printable(shard.before.substr(0, shard.before.size() - 1));
  const bool of_folder = stem == "config" || ending == ".safetensors" || stem.ends_with(".index");
  return printable(of_folder && !folder.empty() ? folder : stem);
}

// Returns the only GGUF model in a folder, or "" if there is none. Files of a vision part alone
// (mmproj) do not count.
std::string gguf_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = text_of(entry->path().filename());
    const auto shard = shard_name(name);
    if (name.ends_with(".gguf") && !name.starts_with("mmproj") &&
        (shard.number.empty() || shard.number == "00001"))
      names.push_back(text_of(entry->path()));
  }
  if (names.size() > 1)
    throw Error(fmt::format("the folder '{}' holds {} GGUF models; name one of the files",
                            printable(text_of(folder)), names.size()));
  return names.empty() ? "" : names.front();
}

// Returns the file of a folder that describes the model, or the path itself if it is no folder.
std::string described_by(const std::string& path) {
  if (!is_folder(path_of(path))) return path;
  const fs::path config = path_of(path) / "config.json";
  if (is_file(config)) return text_of(config);
  const std::string gguf = gguf_in(path_of(path));
  return gguf.empty() ? text_of(config) : gguf;
}

Model read_gguf_files(const std::string& path, std::vector<File> parts, const Catalog& catalog,
                      Arena& arena) {
  return read_gguf(parts, name_of_model(path), {catalog.of<ModelType>(), catalog.of<TensorType>()},
                   arena);
}

Model read_config_files(const std::string& path, const File& config, Inputs& inputs,
                        const Catalog& catalog, Arena& arena) {
  ConfigFiles files{config, {}};
  const fs::path beside = path_of(path).parent_path() / "hf_quant_config.json";
  if (path_of(path).filename() == "config.json" && is_file(beside))
    files.quantisation = inputs.read_one(text_of(beside));
  return read_config(
      files, name_of_model(path),
      {catalog.of<ModelType>(), {catalog.of<WeightScheme>(), catalog.quantisations()}}, arena);
}

}  // namespace

bool names_files(const std::string& name, const Catalog& catalog) {
  std::error_code error;
  if (name == "-" || name.ends_with(".json")) return true;
  if (name.ends_with(".gguf") || name.ends_with(".safetensors")) return is_file(path_of(name));
  if (has_folder(name) || name == ".") return fs::exists(path_of(name), error);
  return is_folder(path_of(name)) &&
         (is_file(path_of(name) / "config.json") || !gguf_in(path_of(name)).empty()) &&
         !catalog.has_model(name) && !catalog.has_network(name);
}

Model read_model_files(const std::string& name, Inputs& inputs, const Catalog& catalog,
                       Arena& arena) {
  const std::string path = described_by(name);
  const bool tensors = path.ends_with(".safetensors") || path.ends_with(".safetensors.index.json");
  if (tensors) {
    const std::string config = text_of(path_of(path).parent_path() / "config.json");
    Model out = read_config_files(config, inputs.read_one(config), inputs, catalog, arena);
    out.id = out.name = arena.keep(name_of_model(path));
    Bytes all;
    for (const std::string& part : shards_of(path))
      all = all + stored_bytes(inputs.read_start(part, most_header), out, arena);
    fit_to_files(all, catalog.quantisations(), out, arena);
    return out;
  }
  if (path.ends_with(".gguf")) {
    std::vector<File> parts;
    for (const std::string& part : shards_of(path))
      parts.push_back(inputs.read_start(part, most_header));
    return read_gguf_files(path, std::move(parts), catalog, arena);
  }
  const File file = inputs.read_one(path);
  if (is_gguf(file.text)) return read_gguf_files(path, {file}, catalog, arena);
  Model out = read_config_files(path, file, inputs, catalog, arena);
  const fs::path index = path_of(path).parent_path() / "model.safetensors.index.json";
  if (path_of(path).filename() == "config.json" && is_file(index))
    fit_to_files(stored_bytes(inputs.read_one(text_of(index)), out, arena), catalog.quantisations(),
                 out, arena);
  return out;
}

}  // namespace gpupick
