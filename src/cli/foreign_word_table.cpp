#include "base/text.hpp"
#include "cli/foreign_words.hpp"

namespace gpupick {
namespace {

constexpr std::string_view of_model =
    "`gpupick recommend --model qwen3-8b` ranks cards for a model, `gpupick fit rtx-4090` lists "
    "the models that run on a card";
constexpr std::string_view of_job =
    "`gpupick estimate rtx-4090 --model qwen3-8b` says whether a model fits a card and how fast it "
    "runs";
constexpr std::string_view of_rent =
    "`gpupick recommend --rent` ranks cards to rent, `gpupick cost rtx-4090` compares owning with "
    "renting";
constexpr std::string_view of_checks =
    "`gpupick detect` names the cards of this computer, `gpupick validate` checks the data";
constexpr std::string_view of_completion =
    "`gpupick generate files PATH` writes completions for bash, zsh and fish, and manual pages";
constexpr std::string_view of_defaults =
    "`gpupick help recommend` lists the flags that may stand in ~/.config/gpupick/config.json";
constexpr std::string_view of_updates =
    "the data is part of the program; `gpupick help prices` says how to add prices of your own";
constexpr std::string_view of_currency =
    "`gpupick recommend --currency EUR=1.08 --vat 19 --region EU` takes and prints euros with tax; "
    "so do diff, cost, show, list and prices";
constexpr std::string_view of_files =
    "`--format json` sets the form; the answer goes to the standard output";
constexpr std::string_view of_silence =
    "notes go to the error stream alone; `gpupick recommend --short` prints one line";
constexpr std::string_view of_detail =
    "`gpupick recommend --details` and `gpupick estimate rtx-4090 --explain` say more, "
    "`gpupick --version` names the version";
constexpr std::string_view of_sorting =
    "`--prefer WORD` says what counts most in a ranking, `gpupick list --sort price_usd` sorts by "
    "a figure";
constexpr std::string_view of_laptops =
    "laptop parts are not sold alone; `gpupick list --segment laptop` lists them";
constexpr std::string_view of_cards =
    "a card is named without a flag, as in `gpupick estimate rtx-4090`";
constexpr std::string_view of_counts =
    "the number stands behind the card, as in `gpupick fit 3090:2`";
constexpr std::string_view of_speed =
    "`gpupick recommend --model qwen3-8b --min-speed 30` ranks the cards that are fast enough";
constexpr std::string_view of_layers =
    "what does not fit the card stays in the computer's memory, experts first; `--ram GIB` says "
    "how "
    "much it has";
constexpr std::string_view of_splitting =
    "`gpupick estimate rtx-3090:2` shares a model between cards of one kind, `gpupick estimate "
    "rtx-3090+rtx-3060-12gb` between several kinds, as the engine does by itself";
constexpr std::string_view of_cache_types = "`--kv-quant TYPE` sets the type of keys and values";
constexpr std::string_view of_attention =
    "fused attention is the default; `--attention eager` is the alternative";
constexpr std::string_view of_dtype =
    "`--quant TYPE` sets the format of the weights, `--precision WORD` the precision of training "
    "and images";
constexpr std::string_view of_threads =
    "the processor's threads are taken to be enough; `--host-bandwidth GB/S` sets the rate of the "
    "computer's memory";
constexpr std::string_view of_image_memory =
    "if an image network does not fit whole, only its active component is on the card; `--offload` "
    "keeps it so in any case";
constexpr std::string_view of_external =
    "cases for external cards are not covered; a card in one counts as in a desktop PC, so look "
    "for one whose memory holds the whole model, as by `--vram 16`";
constexpr std::string_view of_tools =
    "programs belong to a kind of work: `--for llm-inference --details` says which run on each "
    "card, `--runtime llama.cpp` names the engine of a job";
constexpr std::string_view of_games =
    "frames per second in games are not covered; `gpupick workloads` lists the kinds of work";
constexpr std::string_view of_image_training =
    "training image models and their LoRAs is not covered; `--for lora` ranks for language models";
constexpr std::string_view of_noise = "noise is not covered; `--max-power 200` comes nearest";
constexpr std::string_view of_quiet =
    "noise is not covered; `--max-power 200` comes nearest, and notes go to the error stream alone";
constexpr std::string_view of_vendors =
    "`--vendor` names the makers to keep, as in `--vendor nvidia,intel`";
constexpr std::string_view of_speech =
    "transcription and speech are not covered; `gpupick workloads` lists the kinds of work, "
    "`--for sequence-training` ranks training of recurrent nets and translation";
constexpr std::string_view of_tuning =
    "`--task qlora`, `--task lora` and `--task full` fine-tune a model";
constexpr std::string_view of_inference =
    "`--task chat` answers one user, `--task serve` many, `--task embed` makes vectors";
constexpr std::string_view of_amounts =
    "`--tokens COUNT` with `--model` says how much there is, over all epochs";
constexpr std::string_view of_prices_of_rent =
    "rents and prices of an API are data; a file of your own goes behind `--add` (`gpupick help "
    "prices`)";
constexpr std::string_view of_terms =
    "`gpupick prices h100-sxm` lists rents on demand, spot and reserved";
constexpr std::string_view of_fp64 =
    "`--for hpc-fp64` ranks cards by FP64, `gpupick list --sort fp64_tflops` lists it";
constexpr std::string_view of_api =
    "`gpupick cost rtx-5090 --model gpt-oss-120b` shows the price of an API beside that of a card";
constexpr std::string_view of_card_files =
    "`gpupick help catalog import` tells how a table becomes a data file, which `--add FILE` takes";
constexpr std::string_view of_mining =
    "mining is not covered; `gpupick workloads` lists the kinds of work";

// Here `typed` holds all words with one meaning, between commas.
constexpr ForeignWord table[] = {
    // Commands.
    {"compare, comparison, vs, versus", "diff"},
    {"info, spec, specs, details, card", "show"},
    {"search, find", "list --match"},
    {"ls, cards, gpus", "list"},
    {"buy, best, pick, rank, suggest", "recommend"},
    {"upgrade", "recommend --have"},
    {"why", "recommend --why"},
    {"price", "prices"},
    {"import", "prices import"},
    {"model", "models"},
    {"workload, profiles", "workloads"},
    {"hardware, system", "detect"},
    {"lint", "validate"},
    {"schema", "generate schema"},
    {"version", "--version"},
    {"catalog add", "", of_card_files},
    {"api", "", of_api},
    {"plan, llm", "", of_model},
    {"run, bench, benchmark, speed, serve, chat, train", "", of_job},
    {"rent, cloud", "", of_rent},
    {"check, doctor", "", of_checks},
    {"completion, completions, man", "", of_completion},
    {"config, settings", "", of_defaults},
    {"update, sync", "", of_updates},
    // Flags of every command.
    {"--json", "--format json"},
    {"--csv", "--format csv"},
    {"--md", "--format md"},
    {"--markdown", "--format markdown"},
    {"--colour", "--color"},
    {"--no-color, --no-colour", "--color never"},
    {"--date", "--as-of"},
    {"-o, --output", "", of_files},
    {"-q", "", of_silence},
    {"--noise, --max-noise", "", of_noise},
    {"--quiet, --silent", "", of_quiet},
    {"--verbose", "--details"},
    {"-v, --verbose", "", of_detail},
    // The answer.
    {"-n, --limit, --max-results", "--top"},
    {"--brief, --oneline", "--short"},
    {"--sort-by", "--sort"},
    {"--sort, --sort-by", "", of_sorting},
    // Money.
    {"--used, --second-hand", "--condition used"},
    {"--new, --warranty", "--condition new"},
    {"--condition secondhand", "--condition used"},
    {"--max-price, --max-cost, --max-budget, --price-limit", "--budget"},
    {"--electricity, --electricity-price, --kwh-price", "--kwh"},
    {"--hours", "--hours-per-day"},
    {"--lifetime", "--years"},
    {"--rental, --cloud", "--rent"},
    {"--currency, --region", "", of_currency},
    {"--country", "--region"},
    {"--tax", "--vat"},
    {"--vat", "", of_currency},
    {"--rent-price, --api-price", "", of_prices_of_rent},
    {"--reserved, --spot, --on-demand", "", of_terms},
    // Limits.
    {"--min-vram, --min-memory, --memory, --vram-gb", "--vram"},
    {"--tdp, --max-tdp, --power, --watts, --max-watts", "--max-power"},
    {"--slots", "--max-slots"},
    {"--length", "--max-length"},
    {"--power-supply", "--psu"},
    {"--lp, --half-height", "--low-profile"},
    {"--no-power-connector, --slot-powered, --bus-powered", "--no-plug"},
    {"--segment professional, --segment pro", "--segment workstation"},
    {"--needs fp64", "", of_fp64},
    {"--brand, --maker", "--vendor"},
    {"--no-nvidia, --no-amd, --no-intel, --no-apple", "", of_vendors},
    {"--nvidia", "--vendor nvidia"},
    {"--amd", "--vendor amd"},
    {"--intel", "--vendor intel"},
    {"--apple", "--vendor apple"},
    {"--cuda", "--stack cuda"},
    {"--rocm", "--stack rocm"},
    {"--laptop", "", of_laptops},
    {"--egpu, --thunderbolt", "", of_external},
    {"--gpu, --card", "--only"},
    {"--gpu, --card", "", of_cards},
    {"--min-tok-s, --tps, --min-tps, --target-tps, --tokens-per-second", "--min-speed"},
    {"--min-speed, --min-tok-s, --tps, --min-tps, --target-tps, --tokens-per-second", "", of_speed},
    // The work.
    {"--tool, --tools, --program, --app, --software", "", of_tools},
    {"--use-case, --usecase, --workload, --purpose", "--for"},
    {"--for gaming, --for games", "", of_games},
    {"--for mining", "", of_mining},
    {"--for kohya, --for image-lora, --for sdxl-lora, --for flux-lora, --for dreambooth", "",
     of_image_training},
    {"--for speech, --for transcription, --for transcribe, --for whisper", "", of_speech},
    {"--for asr, --for tts, --for speech-to-text", "", of_speech},
    {"--task speech, --task transcription, --task transcribe, --task asr, --task tts", "",
     of_speech},
    {"--task finetune, --task fine-tune, --task finetuning", "", of_tuning},
    {"--task inference", "", of_inference},
    {"--fastest", "--prefer speed"},
    {"--cheapest", "--prefer cheapest"},
    {"--prefer fast, --prefer fastest, --prefer performance", "--prefer speed"},
    {"--prefer cheap, --prefer price", "--prefer cheapest"},
    {"--os mac, --os osx", "--os macos"},
    {"--os win", "--os windows"},
    {"--mac, --macos", "--os macos"},
    {"--linux", "--os linux"},
    {"--windows", "--os windows"},
    // A job.
    {"-m, --llm", "--model"},
    {"-hf, --hf-repo", "--model"},
    {"-c, --ctx, --ctx-size, --num-ctx, --n-ctx, --context-length, --max-model-len", "--context"},
    {"--n-predict, --predict, --num-predict, --max-tokens, --max-new-tokens", "--generate"},
    {"-ub, --ubatch-size, --num-batch, --max-num-batched-tokens", "--micro-batch"},
    {"--documents, --texts, --epochs", "", of_amounts},
    {"--quantization, --quantisation, --quantize", "--quant"},
    {"--fp8-e4m3fn-unet, --fp8-e5m2-unet", "--quant fp8"},
    {"--kv-cache-dtype, --kv-cache-type", "--kv-quant"},
    {"-ctk, --cache-type-k, -ctv, --cache-type-v", "", of_cache_types},
    {"--batch-size", "--batch"},
    {"--concurrency, --parallel, -np, --max-num-seqs", "--users"},
    {"-md, --model-draft, --spec-draft-model", "--draft-model"},
    {"--draft-max, --spec-draft-n-max", "--draft"},
    {"--gpu-memory-utilization", "--usable"},
    {"-ngl, --gpu-layers, --n-gpu-layers, --num-gpu, -cmoe, --cpu-moe, -ncmoe, --n-cpu-moe", "",
     of_layers},
    {"-ot, --override-tensor, -nkvo, --no-kv-offload, --cpu-offload-gb", "", of_layers},
    {"-ts, --tensor-split, -sm, --split-mode, -mg, --main-gpu", "", of_splitting},
    {"-pp, --pipeline-parallel-size", "", of_splitting},
    {"-fa, --flash-attn, --flash-attention, --use-flash-attention", "", of_attention},
    {"--use-sage-attention, --xformers", "", of_attention},
    {"--dtype", "", of_dtype},
    {"-t, --threads", "", of_threads},
    {"--lowvram, --medvram, --novram, --normalvram, --highvram, --gpu-only", "", of_image_memory},
    {"--num-gpus, --gpu-count, -tp, --tensor-parallel-size", "--gpus"},
    {"--gpus, --num-gpus, --gpu-count, -tp, --tensor-parallel-size", count_of_card},
    {"--gpus, --num-gpus, --gpu-count, -tp, --tensor-parallel-size", "", of_counts},
};

}  // namespace

std::span<const ForeignWord> foreign_words() {
  static const std::vector<ForeignWord> words = [] {
    std::vector<ForeignWord> out;
    for (const auto& [typed, ours, advice] : table)
      for (const std::string_view word : split(typed, ", ")) out.push_back({word, ours, advice});
    return out;
  }();
  return words;
}

}  // namespace gpupick
