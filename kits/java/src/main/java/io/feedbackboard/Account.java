package io.feedbackboard;

import java.util.Collections;
import java.util.Map;

/** The signed-in user's own data. */
public final class Account {
    private final Caller caller;

    Account(Caller caller) {
        this.caller = caller;
    }

    public Me get() {
        return new Me(caller.plain("GET /me", Query.NONE));
    }

    /** @param changes name_choice, custom_name, notifications */
    public Me update(Map<String, ?> changes) {
        return update(changes, CallOptions.NONE);
    }

    public Me update(Map<String, ?> changes, CallOptions options) {
        return new Me(caller.withBody("PATCH /me", changes, options));
    }

    public Listing<Post> posts() {
        return posts(Query.NONE);
    }

    public Listing<Post> posts(Query query) {
        return caller.list("GET /me/posts", null, query, Post::new);
    }

    public Listing<MarkedPost> votes() {
        return votes(Query.NONE);
    }

    public Listing<MarkedPost> votes(Query query) {
        return caller.list("GET /me/votes", null, query, MarkedPost::new);
    }

    public Listing<MarkedPost> follows() {
        return follows(Query.NONE);
    }

    public Listing<MarkedPost> follows(Query query) {
        return caller.list("GET /me/follows", null, query, MarkedPost::new);
    }

    public Listing<Notification> notifications() {
        return notifications(Query.NONE);
    }

    /** The notifications of the user, the newest first. {@link Page#unreadCount()} says how many are unread. */
    public Listing<Notification> notifications(Query query) {
        return caller.list("GET /me/notifications", null, query, Notification::new);
    }

    /** Marks a notification and all older ones as read. Returns how many are still unread. */
    public long readNotifications(String upTo) {
        Map<String, ?> body = Collections.singletonMap("up_to", upTo);
        return new JsonObject(caller.withBody("POST /me/notifications/read", body, CallOptions.NONE)).number("unread_count");
    }

    /** Everything that the service stores about the user. */
    public JsonObject export() {
        return new JsonObject(caller.plain("GET /me/export", Query.NONE));
    }
}
