package io.feedbackboard;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** An answer of the service. Members without a method here are in {@link #raw()}. */
public class JsonObject {
    private final Map<String, Object> members;
    private final String etag;

    JsonObject(Answers.Result result) {
        members = result.members == null ? Collections.emptyMap() : result.members;
        etag = result.etag;
    }

    /** Every member by its name in the API: maps, lists, texts, Long or Double, Boolean, null. It cannot be changed. */
    public final Map<String, Object> raw() {
        return members;
    }

    /** The version of this object, for {@link CallOptions#ifMatch(String)}. Items of lists have none. */
    public final Optional<String> etag() {
        return Optional.ofNullable(etag);
    }

    /** Empty if it is null or missing. */
    final String text(String name) {
        return optionalText(name).orElse("");
    }

    final Optional<String> optionalText(String name) {
        Object value = members.get(name);
        return value instanceof String ? Optional.of((String) value) : Optional.empty();
    }

    final long number(String name) {
        Object value = members.get(name);
        return value instanceof Number ? ((Number) value).longValue() : 0;
    }

    final boolean flag(String name) {
        return Boolean.TRUE.equals(members.get(name));
    }

    final Optional<Boolean> optionalFlag(String name) {
        Object value = members.get(name);
        return value instanceof Boolean ? Optional.of((Boolean) value) : Optional.empty();
    }

    final Answers.Result object(String name) {
        Object value = members.get(name);
        return new Answers.Result(value instanceof Map ? Answers.membersOf(value) : null, null);
    }

    final Map<String, Object> map(String name) {
        Object value = members.get(name);
        return value instanceof Map ? Answers.membersOf(value) : Collections.emptyMap();
    }

    final <T> List<T> list(String name, Function<Answers.Result, T> item) {
        List<T> items = new ArrayList<>();
        Object value = members.get(name);
        if (!(value instanceof List)) return items;
        for (Object entry : (List<?>) value) {
            if (entry instanceof Map) items.add(item.apply(new Answers.Result(Answers.membersOf(entry), null)));
        }
        return Collections.unmodifiableList(items);
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "(" + text("id") + ")";
    }
}
