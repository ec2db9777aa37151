package io.feedbackboard;

import java.util.Collections;

/** Comments by their own id. */
public final class Comments {
    private final Caller caller;

    Comments(Caller caller) {
        this.caller = caller;
    }

    public Comment edit(String id, String body) {
        return edit(id, body, CallOptions.NONE);
    }

    public Comment edit(String id, String body, CallOptions options) {
        return new Comment(caller.withId("PATCH /comments/{id}", id, Collections.singletonMap("body", body), options));
    }

    public void delete(String id) {
        caller.withId("DELETE /comments/{id}", id, null, CallOptions.NONE);
    }
}
