// The files of a model on disk: a config.json, a folder with one, a GGUF file, or safetensors
// beside a config.
#include <fmt/format.h>

#include <filesystem>

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/files.hpp"
#include "cli/job_flags.hpp"
#include "models/gguf.hpp"
#include "models/read_config.hpp"
#include "models/read_gguf.hpp"
#include "models/safetensors.hpp"

namespace gpupick {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view before_count = "-of-", tensor_ending = ".safetensors";

// Splits "model-00001-of-00004.gguf" at "00001". Returns an empty number for other names.
struct ShardName {
  std::string before, number, after;
};
ShardName shard_name(const std::string& name) {
  const std::size_t at = name.rfind(before_count);
  if (at == std::string::npos || at < 5) return {};
  const std::string number = name.substr(at - 5, 5);
  if (!is_digits(number)) return {};
  return {name.substr(0, at - 5), number, name.substr(at)};
}

// Returns the files of a model that is split into several, in order, or the file alone. Throws
// Error if one of them is missing.
std::vector<std::string> shards_of(const std::string& path) {
  const auto [before, number, after] = shard_name(path);
  const std::string_view count = std::string_view(after).substr(0, after.find('.'));
  const auto files =
      number.empty() ? std::nullopt : parse_number(count.substr(before_count.size()));
  std::vector<std::string> out;
  for (int i = 1; i <= files.value_or(0); ++i) {
    out.push_back(fmt::format("{}{:05}{}", before, i, after));
    if (!is_file(path_of(out.back())))
      throw Error("'{}' is missing: the model has {} files; keep them in one folder",
                  printable(out.back()), exact(*files));
  }
  return out.empty() ? std::vector{path} : out;
}

// Returns "qwen3-8b" for "models/qwen3-8b/config.json", else the file without its ending.
std::string name_of_model(const std::string& path) {
  const fs::path full = path_of(path);
  const std::string stem = text_of(full.stem()), ending = text_of(full.extension());
  const std::string folder = text_of(full.parent_path().filename());
  if (const ShardName shard = shard_name(stem); !shard.number.empty() && ending == ".gguf")
    return printable(shard.before.substr(0, shard.before.size() - 1));
  const bool of_folder = stem == "config" || ending == ".safetensors" || stem.ends_with(".index");
  return printable(of_folder && !folder.empty() ? folder : stem);
}

// Returns the only GGUF model in a folder, or "". Vision parts (mmproj) do not count.
std::string gguf_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const fs::path& path : entries_of(folder)) {
    const std::string name = text_of(path.filename());
    const auto shard = shard_name(name);
    if (name.ends_with(".gguf") && !name.starts_with("mmproj") &&
        (shard.number.empty() || shard.number == "00001"))
      names.push_back(text_of(path));
  }
  if (names.size() > 1)
    throw Error("the folder '{}' holds {} GGUF models; name one of the files",
                printable(text_of(folder)), names.size());
  return names.empty() ? "" : names.front();
}

// Returns the files in a folder that say how much the weights take: their index, or else all of
// them. Returns none if there are none.
std::vector<std::string> weights_in(const fs::path& folder) {
  for (const char* name : {"model.safetensors.index.json", "model.safetensors"})
    if (is_file(folder / name)) return {text_of(folder / name)};
  for (const fs::path& path : entries_of(folder)) {
    const std::string name = text_of(path.filename());
    if (name.starts_with("model-00001-of-") && name.ends_with(tensor_ending))
      return shards_of(text_of(path));
  }
  return {};
}

// `subject`: what holds it, such as "the folder 'lora'".
[[noreturn]] void refuse_adapter(const std::string& subject) {
  throw Error("{} holds an adapter (LoRA); name the model that it adapts", subject);
}

[[noreturn]] void refuse_pipeline(const std::string& subject) {
  throw Error(
      "{} holds a pipeline of diffusers, which is not read; `gpupick models` names those of images "
      "that are known",
      subject);
}

// Returns the file of a folder that describes the model, or the path itself if it is no folder.
std::string described_by(const std::string& path) {
  constexpr const char *adapter = "adapter_config.json", *pipeline = "model_index.json";
  if (!is_folder(path_of(path))) {
    const std::string file = fmt::format("'{}'", printable(path));
    if (path_of(path).filename() == adapter) refuse_adapter(file);
    if (path_of(path).filename() == pipeline) refuse_pipeline(file);
    return path;
  }
  const std::string folder = fmt::format("the folder '{}'", printable(path));
  const fs::path config = path_of(path) / "config.json";
  if (!is_file(config) && is_file(path_of(path) / adapter)) refuse_adapter(folder);
  if (!is_file(config) && is_file(path_of(path) / pipeline)) refuse_pipeline(folder);
  std::string gguf = gguf_in(path_of(path));
  const bool weights = !weights_in(path_of(path)).empty();
  if (!gguf.empty() && weights)
    throw Error("{} holds a model both as safetensors and as GGUF; name one of the files", folder);
  // A config beside a GGUF file is that of the model before it was converted.
  if (!gguf.empty()) return gguf;
  if (is_file(config)) return text_of(config);
  if (weights)
    throw Error("{} holds the weights of a model without its config.json; put it beside them",
                folder);
  throw Error("{} holds no model: neither config.json nor a GGUF file", folder);
}

// Returns the files that say how much the weights take of which one is named.
std::vector<std::string> weights_with(const std::string& path) {
  const fs::path index = path_of(path).parent_path() / "model.safetensors.index.json";
  const bool split = !shard_name(path).number.empty();
  return split && is_file(index) ? std::vector{text_of(index)} : shards_of(path);
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
  if (name.ends_with(".gguf") || name.ends_with(tensor_ending)) return is_file(path_of(name));
  if (has_folder(name) || name == ".") return fs::exists(path_of(name), error);
  return (is_folder(path_of(name)) || is_file(path_of(name))) && !catalog.has_model(name) &&
         !catalog.has_network(name);
}

Model read_model_files(const std::string& name, Inputs& inputs, const Catalog& catalog,
                       Arena& arena) {
  const std::string path = described_by(name);
  if (path.ends_with(".gguf")) {
    std::vector<File> parts;
    for (const std::string& part : shards_of(path))
      parts.push_back(inputs.read_start(part, most_header));
    return read_gguf_files(path, std::move(parts), catalog, arena);
  }
  const bool tensors = path.ends_with(tensor_ending) || path.ends_with(".safetensors.index.json");
  const fs::path folder = path_of(path).parent_path();
  const std::string config = tensors ? text_of(folder / "config.json") : path;
  const File file = inputs.read_one(config);
  if (is_gguf(file.text)) return read_gguf_files(path, {file}, catalog, arena);
  if (is_lfs_pointer(file.text))
    throw Error("{}: it is a pointer to a file that is not here; `git lfs pull` fetches it",
                printable(config));
  if (file.text.find_first_not_of(" \t\r\n") == file.text.npos)
    throw Error("{} is empty", quoted_path(config));
  if (!is_json(file.text))
    throw Error(
        "{} is no config.json; what `ollama show` and llama.cpp print names a model, as in "
        "`--model "
        "qwen3:8b`",
        printable(config));
  Model out = read_config_files(config, file, inputs, catalog, arena);
  out.id = out.name = arena.keep(name_of_model(path));
  const bool beside = path_of(path).filename() == "config.json";
  StoredWeights all;
  for (const std::string& part : tensors  ? weights_with(path)
                                 : beside ? weights_in(folder)
                                          : std::vector<std::string>()) {
    std::error_code error;
    const auto size = static_cast<double>(fs::file_size(path_of(part), error));
    all += stored_weights(inputs.read_start(part, most_header), size, out, arena);
  }
  if (all.bytes.value > 0) fit_to_files(all, catalog.quantisations(), out, arena);
  return out;
}

}  // namespace gpupick
