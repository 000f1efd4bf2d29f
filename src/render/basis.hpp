// The formulas behind estimates with their numbers, to be redone by hand, and the words for the
// causes, parts and notes of a job's estimate. Private to render.
#pragma once

#include <string>

#include "estimate/estimate.hpp"
#include "ranking/score.hpp"

namespace gpupick {

// Of one of the estimate's speeds; of its offload, and of its work.
std::string basis_text(const JobEstimate& estimate, const Speed& speed);
std::string basis_text(const Offload& offload);
std::string basis_text(const Offload::Prompt& prompt);
std::string basis_text(const Work& work);
std::string days_basis_text(const OpenWork& work);

std::string_view name_of(Bound bound);
std::string_view name_of(MemoryUse part);
// Why a wider interval stands in; "" where none does.
std::string unmeasured_text(const JobEstimate& estimate);
std::string note_text(const Note& note);

}  // namespace gpupick
