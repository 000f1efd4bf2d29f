// Headers of GGUF and safetensors files, built by hand as gguf-py and safetensors write them.
#include "models/gguf.hpp"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "catch.hpp"
#include "models/read_gguf.hpp"
#include "models/safetensors.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

template <class Value>
std::string raw_bytes(Value value) {
  std::string out(sizeof value, '\0');
  std::memcpy(out.data(), &value, sizeof value);
  return out;
}
std::string length_and(std::string_view value) {
  return raw_bytes(std::uint64_t{value.size()}) + std::string(value);
}

// Types of tensors and of metadata, by their numbers in the format.
constexpr std::uint32_t f32 = 0, q8_0 = 8, q4_k = 12, q6_k = 14, mxfp4 = 39;
constexpr std::uint32_t type_u32 = 4, type_text = 8, type_list = 9;

class Gguf {
 public:
  Gguf& say(std::string_view key, std::uint32_t value) {
    pairs_ += length_and(key) + raw_bytes(type_u32) + raw_bytes(value);
    return count();
  }
  Gguf& say(std::string_view key, std::string_view value) {
    pairs_ += length_and(key) + raw_bytes(type_text) + length_and(value);
    return count();
  }
  Gguf& say(std::string_view key, const std::vector<std::uint32_t>& values) {
    pairs_ += length_and(key) + raw_bytes(type_list) + raw_bytes(type_u32) +
              raw_bytes(std::uint64_t{values.size()});
    for (const std::uint32_t value : values) pairs_ += raw_bytes(value);
    return count();
  }
  Gguf& tensor(const std::string& name, std::vector<std::uint64_t> shape, std::uint32_t type) {
    tensors_ += length_and(name) + raw_bytes(static_cast<std::uint32_t>(shape.size()));
    for (const std::uint64_t size : shape) tensors_ += raw_bytes(size);
    tensors_ += raw_bytes(type) + raw_bytes(std::uint64_t{0});
    ++tensor_count_;
    return *this;
  }
  std::string bytes() const {
    return "GGUF" + raw_bytes(std::uint32_t{3}) + raw_bytes(tensor_count_) +
           raw_bytes(pair_count_) + pairs_ + tensors_;
  }

 private:
  Gguf& count() {
    ++pair_count_;
    return *this;
  }
  std::string pairs_, tensors_;
  std::uint64_t pair_count_ = 0, tensor_count_ = 0;
};

constexpr std::uint32_t hidden = 1024, layers = 4, vocabulary = 32000, ffn = 3072;

// A small dense model: 8 heads of 128, 2 of them with keys.
Gguf small_gguf(const std::string& architecture = "llama") {
  Gguf out;
  out.say("general.architecture", architecture)
      .say(architecture + ".block_count", layers)
      .say(architecture + ".embedding_length", hidden)
      .say(architecture + ".feed_forward_length", ffn)
      .say(architecture + ".attention.head_count", 8)
      .say(architecture + ".attention.head_count_kv", 2)
      .say(architecture + ".context_length", 4096)
      .say("tokenizer.ggml.token_type", std::vector<std::uint32_t>(5000, 1));
  out.tensor("token_embd.weight", {hidden, vocabulary}, q4_k)
      .tensor("output.weight", {hidden, vocabulary}, q6_k);
  for (std::uint32_t i = 0; i < layers; ++i) {
    const std::string block = fmt::format("blk.{}.", i);
    out.tensor(block + "attn_norm.weight", {hidden}, f32)
        .tensor(block + "attn_q.weight", {hidden, 1024}, q4_k)
        .tensor(block + "attn_k.weight", {hidden, 256}, q4_k)
        .tensor(block + "attn_v.weight", {hidden, 256}, q6_k)
        .tensor(block + "attn_output.weight", {1024, hidden}, q4_k)
        .tensor(block + "ffn_gate.weight", {hidden, ffn}, q4_k)
        .tensor(block + "ffn_up.weight", {hidden, ffn}, q4_k)
        .tensor(block + "ffn_down.weight", {ffn, hidden}, q6_k);
  }
  return out;
}

Model model_of_gguf(const std::string& bytes) {
  static Arena texts;
  const Catalog& catalog = shipped_catalog();
  const File file{"m.gguf", texts.keep(bytes)};
  return read_gguf(std::span(&file, 1), "m", {catalog.of<ModelType>(), catalog.of<TensorType>()},
                   texts);
}

std::string gguf_refusal(const std::string& bytes) {
  try {
    model_of_gguf(bytes);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("a GGUF header gives dimensions and exact sizes") {
  const Model model = model_of_gguf(small_gguf().bytes());
  CHECK(model.layers == 4);
  CHECK(model.kv_heads == 2);
  CHECK(model.head_dim == 128);
  CHECK(model.vocab_size == vocabulary);
  CHECK(model.context == 4096);
  CHECK(model.gated);
  CHECK(!model.tied);
  REQUIRE(model.stored);
  CHECK(model.stored->files == "gguf");
  CHECK(model.stored->head_bits == 6.5625);
  CHECK(model.stored->embedding_bits == 4.5);
  const double attention = hidden * (1024.0 + 256 + 1024), nets = hidden * 2.0 * ffn;
  const double linear = (attention + nets) * 4.5 + (hidden * 256.0 + hidden * 1.0 * ffn) * 6.5625;
  CHECK(linear_bytes(linear_parameters(model), *model.stored).value ==
        Approx(layers * (linear + hidden * 32.0) / 8));
}

TEST_CASE("a GGUF mixture has experts in their own type") {
  Gguf file;
  file.say("general.architecture", "gpt-oss")
      .say("gpt-oss.block_count", layers)
      .say("gpt-oss.embedding_length", hidden)
      .say("gpt-oss.feed_forward_length", ffn)
      .say("gpt-oss.expert_count", 8)
      .say("gpt-oss.expert_used_count", 2)
      .say("gpt-oss.expert_feed_forward_length", ffn)
      .say("gpt-oss.attention.head_count", 8)
      .say("gpt-oss.attention.head_count_kv", std::vector<std::uint32_t>{2, 2, 2, 2})
      .say("gpt-oss.attention.sliding_window", 128)
      .say("gpt-oss.context_length", 131072);
  file.tensor("token_embd.weight", {hidden, vocabulary}, q8_0);
  for (std::uint32_t i = 0; i < layers; ++i) {
    const std::string block = fmt::format("blk.{}.", i);
    file.tensor(block + "attn_q.weight", {hidden, 1024}, q8_0)
        .tensor(block + "attn_k.weight", {hidden, 256}, q8_0)
        .tensor(block + "attn_v.weight", {hidden, 256}, q8_0)
        .tensor(block + "attn_output.weight", {1024, hidden}, q8_0)
        .tensor(block + "ffn_gate_inp.weight", {hidden, 8}, f32);
    for (const char* part : {"gate", "up", "down"})
      file.tensor(fmt::format("{}ffn_{}_exps.weight", block, part), {hidden, ffn, 8}, mxfp4);
  }
  const Model model = model_of_gguf(file.bytes());
  CHECK(model.tied);
  CHECK(model.experts == 8);
  CHECK(model.dense_layers == 0);
  CHECK(model.attention_layers == 4);
  // Every other layer has the window, as the type says.
  CHECK(model.sliding_layers == 2);
  CHECK(model.stored->expert_bits == Approx(4.25));
  CHECK(model.stored->linear_bits == Approx(8.5).epsilon(0.01));
}

TEST_CASE("a GGUF file whose dimensions do not give its tensors is refused by name") {
  // Twice the feed-forward nets that the metadata describe.
  Gguf strange = small_gguf("novel");
  for (std::uint32_t i = 0; i < layers; ++i)
    strange.tensor(fmt::format("blk.{}.second_net.weight", i), {hidden, 3 * ffn}, q4_k);
  CHECK_THAT(gguf_refusal(strange.bytes()), ContainsSubstring("'novel' is not known"));
  // An unknown name whose dimensions are right is read.
  CHECK(model_of_gguf(small_gguf("novel").bytes()).layers == 4);
  REQUIRE(model_of_gguf(small_gguf("novel").bytes()).remarks.size() == 1);
  CHECK_THAT(std::string(model_of_gguf(small_gguf("novel").bytes()).remarks[0]),
             ContainsSubstring("'novel' is not known"));
  CHECK(model_of_gguf(small_gguf().bytes()).remarks.empty());
  CHECK_THAT(gguf_refusal(small_gguf().tensor("blk.0.new.weight", {8}, 999).bytes()),
             ContainsSubstring("'blk.0.new.weight' has the type 999"));
  Gguf vision;
  vision.say("general.architecture", "clip").say("clip.vision.block_count", 4);
  CHECK_THAT(gguf_refusal(vision.bytes()), ContainsSubstring("sees or hears (mmproj)"));
  Gguf adapter = small_gguf();
  adapter.say("general.type", "adapter");
  CHECK_THAT(gguf_refusal(adapter.bytes()), ContainsSubstring("it is an adapter (LoRA)"));
  // The last layers are in a file that is not here.
  Gguf part = small_gguf();
  part.say("llama.block_count", 40);
  CHECK_THAT(gguf_refusal(part.bytes()), ContainsSubstring("it has tensors of 4 of its 40 layers"));
}

TEST_CASE("damaged GGUF headers are refused") {
  const std::string whole = small_gguf().bytes();
  for (std::size_t size = 4; size < whole.size(); size += 7)
    CHECK(!gguf_refusal(whole.substr(0, size)).empty());
  const auto head = [](std::uint64_t tensors, std::uint64_t pairs) {
    return "GGUF" + raw_bytes(std::uint32_t{3}) + raw_bytes(tensors) + raw_bytes(pairs);
  };
  constexpr std::uint64_t most = ~std::uint64_t{0};
  CHECK_THAT(gguf_refusal(head(most, most)), ContainsSubstring("damaged or not whole"));
  CHECK_THAT(gguf_refusal(head(0, 1) + raw_bytes(most) + "key"), ContainsSubstring("damaged"));
  CHECK_THAT(gguf_refusal(head(0, 1) + length_and("k") + raw_bytes(type_list) +
                          raw_bytes(type_u32) + raw_bytes(most)),
             ContainsSubstring("damaged"));
  CHECK_THAT(gguf_refusal(head(0, 1) + length_and("k") + raw_bytes(std::uint32_t{77})),
             ContainsSubstring("'k' has the unknown type 77"));
  std::string deep = head(0, 1) + length_and("k");
  for (int i = 0; i < 100; ++i)
    deep += raw_bytes(type_list) + (i ? raw_bytes(std::uint64_t{1}) : "");
  CHECK(!gguf_refusal(deep).empty());
  CHECK_THAT(gguf_refusal(head(1, 0) + length_and("t") + raw_bytes(std::uint32_t{9})),
             ContainsSubstring("'t' has 9 dimensions"));
  CHECK_THAT(gguf_refusal(head(1, 0) + length_and("t") + raw_bytes(std::uint32_t{2}) +
                          raw_bytes(most) + raw_bytes(most)),
             ContainsSubstring("larger than any model"));
  CHECK_THAT(gguf_refusal("GGUF" + raw_bytes(std::uint32_t{0x03000000})),
             ContainsSubstring("version"));
}

TEST_CASE("safetensors and their index give the bytes of a model") {
  static Arena texts;
  const Model model = model_of(
      R"({"model_type": "llama", "hidden_size": 1024, "intermediate_size": 3072,
          "num_attention_heads": 8, "num_hidden_layers": 4, "vocab_size": 32000})");
  const std::string header =
      R"({"__metadata__": {"format": "pt"},
          "model.layers.0.mlp.up_proj.weight": {"dtype": "BF16", "shape": [2, 4], "data_offsets": [0, 16]},
          "model.layers.4.mlp.up_proj.weight": {"dtype": "BF16", "shape": [2], "data_offsets": [16, 20]},
          "mtp.fc.weight": {"dtype": "BF16", "shape": [2], "data_offsets": [20, 24]},
          "lm_head.weight": {"dtype": "F8_E4M3", "shape": [8], "data_offsets": [24, 32]}})";
  const std::string file = raw_bytes(std::uint64_t{header.size()}) + header;
  const auto stored = [&](const std::string& text, double missing = 0) {
    const double size = static_cast<double>(text.size()) + 32 - missing;
    return stored_weights({"m.safetensors", text}, size, model, texts);
  };
  CHECK(stored(file).bytes.value == 24);
  CHECK(stored(file).missing == 0);
  CHECK(stored(file, 5).missing == 5);
  CHECK(
      stored("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 123\n").bytes.value ==
      123);
  CHECK(stored_weights({"m.safetensors.index.json", R"({"metadata": {"total_size": 5e9}})"}, 0,
                       model, texts)
            .bytes.value == 5e9);
  const auto tensor = [](const std::string& fields) {
    const std::string text = "{\"t\": {" + fields + "}}";
    return raw_bytes(std::uint64_t{text.size()}) + text;
  };
  CHECK(stored(tensor(R"("dtype": "F4", "shape": [3], "data_offsets": [0, 2])")).bytes.value == 2);
  CHECK(stored(tensor(R"("dtype": "ZZ9", "shape": [3], "data_offsets": [0, 2])")).unknown_type ==
        "ZZ9");
  for (const std::string& broken :
       {std::string("abc"), raw_bytes(~std::uint64_t{0}), raw_bytes(std::uint64_t{2}) + "[]",
        raw_bytes(std::uint64_t{9}) + R"({"a": {}})", raw_bytes(std::uint64_t{2}) + "{}",
        std::string(), tensor(R"("dtype": "F32", "shape": [-1], "data_offsets": [0, 4])"),
        tensor(R"("dtype": "F32", "shape": [0.5], "data_offsets": [0, 2])"),
        tensor(R"("dtype": "F32", "shape": ["1"], "data_offsets": [0, 4])"),
        tensor(R"("dtype": "F32", "shape": [1e300, 1e300], "data_offsets": [0, 4])"),
        tensor(R"("dtype": "F32", "shape": [4294967296, 4294967296], "data_offsets": [0, 0])"),
        tensor(R"("dtype": "F32", "shape": [2], "data_offsets": [0, 4])"),
        tensor(R"("dtype": "F32", "data_offsets": [0, 4])")}) {
    INFO(broken);
    CHECK_THROWS_AS(stored(broken), Error);
  }
  CHECK_THROWS_AS(stored_weights({"m.index.json", "{}"}, 2, model, texts), Error);
  // The files count more than the config.
  Model fitted = model;
  const double parameters = count_parameters(model);
  StoredWeights all{{1.4 * parameters}};
  all.all_counted = false;
  fit_to_files(all, shipped_catalog().quantisations(), fitted, texts);
  REQUIRE(fitted.stored);
  CHECK(fitted.remarks.size() == 1);
  const double outer = outer_parameters(model);
  CHECK(linear_bytes(linear_parameters(model), *fitted.stored).value + 2 * outer ==
        Approx(1.4 * parameters));
}

TEST_CASE("a model is found in the files of a folder") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "gpupick-gguf-test";
  fs::remove_all(folder);
  fs::create_directories(folder);
  const auto write = [&](const char* name, const std::string& bytes) {
    std::ofstream(folder / name, std::ios::binary) << bytes;
  };
  const auto estimate = [&](const std::string& path) {
    return run_gpupick({"estimate", "rtx-3090", "--model", path});
  };
  write("small-00001-of-00001.gguf", small_gguf().bytes());
  for (const std::string& path :
       {folder.string(), folder.string() + "/", (folder / "small-00001-of-00001.gguf").string()}) {
    const auto [status, out, err] = estimate(path);
    INFO(err);
    CHECK_THAT(out, ContainsSubstring("small gguf-5.34bit"));
  }
  // Its config is that of the model before it was converted.
  write("config.json", "{}");
  CHECK_THAT(estimate(folder.string()).out, ContainsSubstring("small gguf-5.34bit"));
  write("model.safetensors", "");
  CHECK_THAT(estimate(folder.string()).err,
             ContainsSubstring("both as safetensors and as GGUF; name one of the files"));
  fs::remove(folder / "model.safetensors");
  write("config.json", "  Model\n    architecture        qwen3\n");
  CHECK_THAT(estimate((folder / "config.json").string()).err,
             ContainsSubstring("is no config.json; what `ollama show`"));
  write("config.json", "\n");
  CHECK_THAT(estimate((folder / "config.json").string()).err, ContainsSubstring("is empty"));
  write("other.gguf", small_gguf().bytes());
  CHECK_THAT(estimate(folder.string()).err, ContainsSubstring("holds 2 GGUF models"));
  // A part of a model that is split is none.
  write("other.gguf", "GGML" + small_gguf().bytes().substr(4));
  CHECK_THAT(estimate((folder / "other.gguf").string()).err,
             ContainsSubstring("does not begin as a GGUF file does"));
  write("part-00002-of-00003.gguf", small_gguf().bytes());
  CHECK_THAT(estimate((folder / "part-00002-of-00003.gguf").string()).err,
             ContainsSubstring("part-00001-of-00003.gguf' is missing: the model has 3 files"));
  fs::remove_all(folder);
  fs::create_directories(folder);
  CHECK_THAT(estimate(folder.string()).err, ContainsSubstring("holds no model"));
  // Messages name files that belong to a model but do not describe it.
  write("model.safetensors", "");
  CHECK_THAT(estimate(folder.string()).err, ContainsSubstring("without its config.json"));
  for (const auto& [file, what] :
       {std::pair("adapter_config.json", "holds an adapter (LoRA); name the model"),
        {"model_index.json", "holds a pipeline of diffusers, which is not read"}}) {
    write(file, "{}");
    CHECK_THAT(estimate((folder / file).string()).err, ContainsSubstring(what));
  }
}

TEST_CASE("the weights beside a config count in every way to name them") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "gpupick-weights-test" / "tiny";
  fs::remove_all(folder);
  fs::create_directories(folder);
  const auto write = [&](const char* name, const std::string& bytes) {
    std::ofstream(folder / name, std::ios::binary) << bytes;
  };
  const auto estimate = [&](const std::string& path) {
    const Run run = run_gpupick({"estimate", "rtx-3090", "--model", path});
    return unwrapped(run.out + run.err);
  };
  write("config.json",
        R"({"model_type": "llama", "hidden_size": 1024, "intermediate_size": 3072,
            "num_attention_heads": 8, "num_hidden_layers": 4, "vocab_size": 32000})");
  CHECK_THAT(estimate(folder.string()), ContainsSubstring("tiny q4_k_m"));
  const double parameters =
      4 * (4 * 1024.0 * 1024 + 3 * 1024 * 3072 + 2 * 1024) + 1024 + 2 * 1024 * 32000;
  const auto weights = [&](double count) {
    const std::string header = fmt::format(
        R"({{"t": {{"dtype": "BF16", "shape": [{0:.0f}], "data_offsets": [0, {1:.0f}]}}}})", count,
        2 * count);
    return raw_bytes(std::uint64_t{header.size()}) + header;
  };
  const std::string alone = (folder / "model.safetensors").string();
  write("model.safetensors", weights(parameters));
  for (const std::string& path : {folder.string(), (folder / "config.json").string(), alone}) {
    INFO(path);
    CHECK_THAT(estimate(path), ContainsSubstring("tiny bf16") &&
                                   ContainsSubstring("files are not whole") &&
                                   !ContainsSubstring("config describes"));
  }
  write("model.safetensors", weights(0.9 * parameters));
  CHECK_THAT(estimate(folder.string()), ContainsSubstring("billion parameters, and its config"));
  write("model.safetensors", fmt::format("version https://git-lfs.github.com/spec/v1\n"
                                         "oid sha256:0\nsize {:.0f}\n",
                                         2 * parameters));
  CHECK_THAT(estimate(folder.string()), ContainsSubstring("tiny bf16"));
  write("model.safetensors", "");
  CHECK_THAT(estimate(folder.string()), ContainsSubstring("the file is too short"));
  fs::remove(alone);
  write("model-00001-of-00002.safetensors", weights(parameters / 2));
  for (const std::string& path :
       {folder.string(), (folder / "model-00001-of-00002.safetensors").string()})
    CHECK_THAT(estimate(path), ContainsSubstring("00002-of-00002.safetensors' is missing"));
  write("model.safetensors.index.json",
        fmt::format(R"({{"metadata": {{"total_size": {:.0f}}}}})", 2 * parameters));
  for (const std::string& path :
       {folder.string(), (folder / "model-00001-of-00002.safetensors").string()})
    CHECK_THAT(estimate(path), ContainsSubstring("tiny bf16"));
  // A file of any name that holds a config is one.
  write("weird.cfg", "{");
  CHECK_THAT(estimate((folder / "weird.cfg").string()), ContainsSubstring("weird.cfg:1:"));
  fs::remove_all(folder.parent_path());
}

}  // namespace
}  // namespace gpupick
