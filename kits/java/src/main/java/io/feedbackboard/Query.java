package io.feedbackboard;

import java.util.LinkedHashMap;
import java.util.Map;

/** Filters and order of a list, by the names that the API has for them. Each method answers with a query that has one more. */
public final class Query {
    static final Query NONE = new Query(new LinkedHashMap<>());

    private final Map<String, Object> values;

    private Query(Map<String, Object> values) {
        this.values = values;
    }

    public static Query of(String name, Object value) {
        return NONE.and(name, value);
    }

    /** @param value a text, a number or a boolean */
    public Query and(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(values);
        more.put(name, value);
        return new Query(more);
    }

    /** Posts by top, new, trending or updated. */
    public static Query sort(String order) {
        return of("sort", order);
    }

    /** Posts that answer these words. */
    public static Query search(String words) {
        return of("q", words);
    }

    /** How many a page has at most: 1 to 100, otherwise 20. */
    public Query limit(int limit) {
        return and("limit", limit);
    }

    /** As it stands in an address. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        values.forEach((name, value) -> text.append(text.length() == 0 ? '?' : '&')
                .append(Texts.encoded(name))
                .append('=')
                .append(Texts.encoded(String.valueOf(value))));
        return text.toString();
    }
}
