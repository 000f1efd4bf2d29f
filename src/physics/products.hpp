// Products of tokens with a model's weights: their number, and the rate of one device
// (docs/models.md#inference).
#pragma once

#include <optional>

#include "base/units.hpp"
#include "job/job.hpp"
#include "physics/device.hpp"
#include "physics/engine_constants.hpp"

namespace gpupick {

// Returns the rate of products with these weights on one device, or nothing if unknown. An
// operation on half the bits takes half the power, so a board sustains the same share of both
// rates.
std::optional<OperationsPerSecond> product_rate(const Gpu& gpu, const Job& job,
                                                const EngineConstants& fitted);

// Returns the share of that rate that the products reach.
double product_share(const Gpu& gpu, const Job& job, const EngineConstants& fitted);

// Returns the FP32 rate of one device in TFLOPS; 0 if unknown.
double vector_tflops(const Gpu& gpu);

// Returns the parameters of active experts times the tokens that each of them multiplies. An expert
// multiplies whole tiles: at least one, and on average its last tile is half empty.
double tiled_experts(const Model& model, double tokens, const Engine& engine);

// Returns the speed of products with weights relative to 16 bit. It is below 1 for four-bit weights
// on cards without kernels that unpack these during the product.
double weight_speed(const Quantisation& quant, const EngineConstants& fitted);

// Returns the speed of products with experts relative to 16 bit. It is also below 1 for experts in
// a separate four-bit format on cards without FP4 units.
double expert_speed(const Gpu& gpu, const Quantisation& quant, const EngineConstants& fitted);

// The products of a decode step, and the rate of one device.
struct Products {
  Operations work;
  OperationsPerSecond rate;
};

// Returns the products of a step of `tokens` tokens. `matrix` is the rate that the matrix units
// reach.
Products products_of(const Gpu& gpu, const Job& job, const EngineConstants& fitted, double tokens,
                     OperationsPerSecond matrix);

}  // namespace gpupick
