package io.feedbackboard;

import java.util.List;
import java.util.Optional;

/** One page of a list. */
public final class Page<T> {
    private final List<T> data;
    private final String nextCursor;

    Page(List<T> data, String nextCursor) {
        this.data = data;
        this.nextCursor = nextCursor;
    }

    public List<T> data() {
        return data;
    }

    /** For {@link Listing#page(String)}; empty on the last page. */
    public Optional<String> nextCursor() {
        return Optional.ofNullable(nextCursor);
    }
}
