package io.feedbackboard;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** An error of the service or of the connection to it. Match on {@link #code()}. No message contains a token, a session or a key. */
public final class FeedbackException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final int status;
    private final String title;
    private final String detail;
    private final String requestId;
    private final transient List<FieldError> errors;
    private final long retryAfterMs;

    private FeedbackException(Facts facts) {
        super(facts.code + ": " + facts.title + (facts.detail.isEmpty() ? "" : " " + facts.detail), facts.cause);
        code = facts.code;
        status = facts.status;
        title = facts.title;
        detail = facts.detail;
        requestId = facts.requestId;
        errors = Collections.unmodifiableList(new ArrayList<>(facts.errors));
        retryAfterMs = facts.retryAfterMs;
    }

    /** A code of the service, or one of the kit's own: see the README. */
    public String code() {
        return code;
    }

    /** The HTTP status; 0 if there was no answer. */
    public int status() {
        return status;
    }

    public String title() {
        return title;
    }

    /** What to do about it. */
    public String detail() {
        return detail;
    }

    /** The id of the request in the service's log. */
    public Optional<String> requestId() {
        return Optional.ofNullable(requestId);
    }

    /** For an invalid body or query: each invalid place. */
    public List<FieldError> errors() {
        return errors == null ? Collections.emptyList() : errors;
    }

    /** How long the service asked to wait. */
    public OptionalLong retryAfterMs() {
        return retryAfterMs < 0 ? OptionalLong.empty() : OptionalLong.of(retryAfterMs);
    }

    /** One invalid place of a body or query. */
    public static final class FieldError {
        private final String pointer;
        private final String detail;

        FieldError(String pointer, String detail) {
            this.pointer = pointer;
            this.detail = detail;
        }

        /** A JSON pointer, such as /title. */
        public String pointer() {
            return pointer;
        }

        public String detail() {
            return detail;
        }

        @Override
        public String toString() {
            return pointer + ": " + detail;
        }
    }

    static Facts of(String code, String title) {
        return new Facts(code, title);
    }

    /** The members of an error; only code and title are required. */
    static final class Facts {
        private final String code;
        private final String title;
        private int status;
        private String detail = "";
        private String requestId;
        private List<FieldError> errors = Collections.emptyList();
        private long retryAfterMs = -1;
        private Throwable cause;

        private Facts(String code, String title) {
            this.code = code;
            this.title = title;
        }

        Facts status(int status) {
            this.status = status;
            return this;
        }

        Facts detail(String detail) {
            this.detail = detail;
            return this;
        }

        Facts requestId(String requestId) {
            this.requestId = requestId;
            return this;
        }

        Facts errors(List<FieldError> errors) {
            this.errors = errors;
            return this;
        }

        Facts retryAfterMs(long milliseconds) {
            this.retryAfterMs = milliseconds;
            return this;
        }

        Facts cause(Throwable cause) {
            this.cause = cause;
            return this;
        }

        FeedbackException exception() {
            return new FeedbackException(this);
        }
    }
}
