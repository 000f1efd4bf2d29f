#include "workloads/site_question.hpp"

namespace gpupick {
namespace {

constexpr Field question_table[] = {
    {"id", &SiteQuestion::id, {.slug = true, .required = true}},
    {"place", &SiteQuestion::place, {.low = 1, .high = 1e6, .required = true}},
    {"group", &SiteQuestion::group, {.required = true}},
    {"title", &SiteQuestion::title, {.required = true}},
    {"command", &SiteQuestion::command, {.required = true}},
};

}  // namespace

std::span<const Field> SiteQuestion::fields() { return question_table; }

}  // namespace gpupick
