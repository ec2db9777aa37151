package io.feedbackboard;

import java.util.List;
import java.util.Optional;

/** One page of a list. */
public final class Page<T> {
    private final List<T> data;
    private final String nextCursor;
    private final long unreadCount;

    Page(List<T> data, String nextCursor, long unreadCount) {
        this.data = data;
        this.nextCursor = nextCursor;
        this.unreadCount = unreadCount;
    }

    public List<T> data() {
        return data;
    }

    /** For {@link Listing#page(String)}; empty on the last page. */
    public Optional<String> nextCursor() {
        return Optional.ofNullable(nextCursor);
    }

    /** Of notifications, read or not on this page; 0 for other lists. */
    public long unreadCount() {
        return unreadCount;
    }
}
