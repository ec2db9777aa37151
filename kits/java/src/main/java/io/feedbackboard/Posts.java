package io.feedbackboard;

import java.util.LinkedHashMap;
import java.util.Map;

/** The posts of a board. */
public final class Posts {
    private final Caller caller;
    private final PostComments comments;

    Posts(Caller caller) {
        this.caller = caller;
        comments = new PostComments(caller);
    }

    public Listing<Post> list() {
        return list(Query.NONE);
    }

    public Listing<Post> list(Query query) {
        return caller.list("GET /posts", null, query, Post::new);
    }

    /** Existing posts that resemble a title while it is typed. */
    public Listing<Post> similar(String title) {
        return caller.list("GET /posts/similar", null, Query.of("title", title), Post::new);
    }

    public Post get(String id) {
        return new Post(caller.withId("GET /posts/{id}", id, null, CallOptions.NONE));
    }

    /** @param body Markdown; may be empty */
    public Post create(String title, String body) {
        return create(title, body, CallOptions.NONE);
    }

    public Post create(String title, String body, CallOptions options) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("title", title);
        if (body != null && !body.isEmpty()) members.put("body", body);
        return new Post(caller.withBody("POST /posts", members, options));
    }

    /** @param changes title, body or both */
    public Post edit(String id, Map<String, ?> changes) {
        return edit(id, changes, CallOptions.NONE);
    }

    public Post edit(String id, Map<String, ?> changes, CallOptions options) {
        return new Post(caller.withId("PATCH /posts/{id}", id, changes, options));
    }

    public void delete(String id) {
        caller.withId("DELETE /posts/{id}", id, null, CallOptions.NONE);
    }

    /** Voting twice has the same effect as once. */
    public void vote(String id) {
        caller.withId("PUT /posts/{id}/vote", id, null, CallOptions.NONE);
    }

    public void unvote(String id) {
        caller.withId("DELETE /posts/{id}/vote", id, null, CallOptions.NONE);
    }

    public void follow(String id) {
        caller.withId("PUT /posts/{id}/follow", id, null, CallOptions.NONE);
    }

    public void unfollow(String id) {
        caller.withId("DELETE /posts/{id}/follow", id, null, CallOptions.NONE);
    }

    /** The comments of a post. */
    public PostComments comments() {
        return comments;
    }
}
