package io.feedbackboard;

/** Options of a call, besides its arguments. */
public final class CallOptions {
    static final CallOptions NONE = new CallOptions(null, null);

    private final String ifMatch;
    private final String idempotencyKey;

    private CallOptions(String ifMatch, String idempotencyKey) {
        this.ifMatch = ifMatch;
        this.idempotencyKey = idempotencyKey;
    }

    /** For an edit: changes only this version, which {@link JsonObject#etag()} returns. */
    public static CallOptions ifMatch(String etag) {
        return new CallOptions(etag, null);
    }

    /** For a call that creates something and may be sent again later, such as after a restart of the app. By default each call has a new key. */
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
