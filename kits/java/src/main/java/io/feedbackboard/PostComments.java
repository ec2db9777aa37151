package io.feedbackboard;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The comments of a post. */
public final class PostComments {
    private final Caller caller;

    PostComments(Caller caller) {
        this.caller = caller;
    }

    public Listing<Comment> list(String postId) {
        return list(postId, Query.NONE);
    }

    public Listing<Comment> list(String postId, Query query) {
        return caller.list("GET /posts/{id}/comments", postId, query, Comment::new);
    }

    /** @param body Markdown */
    public Comment create(String postId, String body) {
        return create(postId, Collections.singletonMap("body", body), CallOptions.NONE);
    }

    /** Replies to a comment that is not a reply itself. */
    public Comment reply(String postId, String parentId, String body) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("body", body);
        members.put("parent_id", parentId);
        return create(postId, members, CallOptions.NONE);
    }

    /** @param members body, and parent_id for a reply */
    public Comment create(String postId, Map<String, ?> members, CallOptions options) {
        return new Comment(caller.withId("POST /posts/{id}/comments", postId, members, options));
    }
}
