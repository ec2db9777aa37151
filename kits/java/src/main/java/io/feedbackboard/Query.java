package io.feedbackboard;

import java.util.LinkedHashMap;
import java.util.Map;

/** Filters and order of a list, by their names in the API. Each method returns a new query with one more of them. */
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

    /** Posts that match these words. */
    public static Query search(String words) {
        return of("q", words);
    }

    /** Posts with this value of a field, by the key of the field. */
    public static Query field(String key, Object value) {
        return of("field." + key, value);
    }

    /** The most items of a page, 1 to 100; 20 by default. */
    public Query limit(int limit) {
        return and("limit", limit);
    }

    /** As a part of an address. */
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
