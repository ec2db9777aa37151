package io.feedbackboard;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** A list that is read on demand: iterating reads page after page, {@link #page()} reads one. */
public final class Listing<T> implements Iterable<T> {
    private final Function<String, Answers.Result> read;
    private final Function<Answers.Result, T> item;

    /** @param read returns the page of a cursor; null means the first page */
    Listing(Function<String, Answers.Result> read, Function<Answers.Result, T> item) {
        this.read = read;
        this.item = item;
    }

    /** The first page. */
    public Page<T> page() {
        return page(null);
    }

    /** The page of a next cursor; the first page for null. */
    public Page<T> page(String cursor) {
        Map<String, Object> members = read.apply(cursor).members;
        Object data = members == null ? null : members.get("data");
        if (!(data instanceof List)) throw Answers.unexpected(new Transport.Answer(200, Collections.emptyMap(), ""));
        List<T> items = new ArrayList<>();
        for (Object entry : (List<?>) data) {
            if (entry instanceof Map) items.add(item.apply(new Answers.Result(Answers.membersOf(entry), null)));
        }
        Object next = members.get("next_cursor");
        Object unread = members.get("unread_count");
        return new Page<>(
                Collections.unmodifiableList(items),
                next instanceof String ? (String) next : null,
                unread instanceof Number ? ((Number) unread).longValue() : 0);
    }

    /** Reads each page only when its first item is needed. For one thread. */
    @Override
    public Iterator<T> iterator() {
        return new Iterator<T>() {
            private Page<T> page;
            private int at;

            @Override
            public boolean hasNext() {
                while (page == null || at >= page.data().size()) {
                    if (page != null && !page.nextCursor().isPresent()) return false;
                    page = page(page == null ? null : page.nextCursor().get());
                    at = 0;
                }
                return true;
            }

            @Override
            public T next() {
                if (!hasNext()) throw new NoSuchElementException();
                return page.data().get(at++);
            }

            private Page<T> page(String cursor) {
                return Listing.this.page(cursor);
            }
        };
    }
}
