#include "catalog/built_in.hpp"

namespace gpupick {

Dataset built_in_data() {
  Dataset data;
  const Document& document = data.documents.emplace_back(File{"built-in data", ""});
  for (std::size_t kind = 0; kind < data.records.size(); ++kind)
    for (const AnyRecord* record : built_in()[kind].all())
      data.records[kind].push_back({*record, {&document, 0}});
  return data;
}

}  // namespace gpupick
