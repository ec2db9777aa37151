package io.feedbackboard;

/** What a call can be given beside its arguments. */
public final class CallOptions {
    static final CallOptions NONE = new CallOptions(null, null);

    private final String ifMatch;
    private final String idempotencyKey;

    private CallOptions(String ifMatch, String idempotencyKey) {
        this.ifMatch = ifMatch;
        this.idempotencyKey = idempotencyKey;
    }

    /** For an edit: only the version that was read is changed. {@link JsonObject#etag()} tells it. */
    public static CallOptions ifMatch(String etag) {
        return new CallOptions(etag, null);
    }

    /** For what is made, and shall be sent again later, such as after a restart of the app. Otherwise each call gets its own. */
    public static CallOptions idempotencyKey(String key) {
        return new CallOptions(null, key);
    }

    String ifMatch() {
        return ifMatch;
    }

    String keyOr(String otherwise) {
        return idempotencyKey == null ? otherwise : idempotencyKey;
    }
}
