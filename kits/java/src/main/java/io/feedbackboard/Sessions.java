package io.feedbackboard;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;

/** The session of this client, kept only in memory. */
final class Sessions {
    private static final Runnable ALWAYS = () -> {};

    private final Options options;
    private final Delivery delivery;
    private final Object lock = new Object();
    private Session current;
    private FutureTask<Session> pending;
    private String toldOf;
    /** Counts sign-outs: work that began before a sign-out does not continue after it. */
    private int era;
    private CompletableFuture<Void> telling = CompletableFuture.completedFuture(null);

    Sessions(Options options, Delivery delivery) {
        this.options = options;
        this.delivery = delivery;
    }

    static final class Session {
        final String token;
        final Me user;

        Session(String token, Me user) {
            this.token = token;
            this.user = user;
        }
    }

    int era() {
        synchronized (lock) {
            return era;
        }
    }

    /** Throws if there was a sign-out since then: a call that one user began must not run as another. */
    void checkSince(int begun) {
        if (begun == era()) return;
        throw FeedbackException.of("signed_out", "The user signed out before the call was done.").exception();
    }

    /** The existing session, or a new one. However many calls wait for it, the app is asked for one token. */
    Session need() {
        FutureTask<Session> task;
        synchronized (lock) {
            if (current != null) return current;
            if (pending == null) {
                int begun = era;
                pending = new FutureTask<>(() -> renew(begun));
                options.workers.execute(pending);
            }
            task = pending;
        }
        return Waiting.until(task);
    }

    private Session renew(int begun) {
        Session made = null;
        try {
            made = exchange();
            return made;
        } finally {
            synchronized (lock) {
                if (begun == era) { // otherwise signOut, which came meanwhile, ends it
                    current = made;
                    pending = null;
                    tell();
                }
            }
        }
    }

    /** For reads that need no session: the current session, or the one that is being made; null if there is none. */
    Session ifAny() {
        FutureTask<Session> task;
        synchronized (lock) {
            if (current != null || pending == null) return current;
            task = pending;
        }
        return orNobody(task);
    }

    private static Session orNobody(Future<Session> task) {
        try {
            return Waiting.until(task);
        } catch (FeedbackException failed) {
            if (failed.code().equals("aborted")) throw failed;
            return null;
        }
    }

    void forget(Session session) {
        synchronized (lock) {
            if (session == current) current = null;
        }
    }

    void tell() {
        synchronized (lock) {
            Me user = current == null ? null : current.user;
            String id = user == null ? null : user.id();
            if (Objects.equals(id, toldOf)) return;
            toldOf = id;
            // One after the other, on their own thread: an exception of the app's function makes no call fail.
            telling = telling.thenRunAsync(() -> notify(Optional.ofNullable(user)), options.workers);
        }
    }

    private void notify(Optional<Me> user) {
        try {
            options.sessionListener.accept(user);
        } catch (Throwable fault) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, fault);
        }
    }

    Me signIn() {
        int begun = era();
        Me user = need().user;
        checkSince(begun);
        return user;
    }

    void signOut() {
        Session session;
        FutureTask<Session> unfinished;
        synchronized (lock) {
            era += 1;
            session = current;
            unfinished = pending;
            current = null;
            pending = null;
            tell();
        }
        if (session == null && unfinished != null) session = orNobody(unfinished);
        if (session == null) return;
        try {
            delivery.deliver(new Delivery.Parcel("DELETE", "/sessions/current", headersOf(session), null), ALWAYS);
        } catch (FeedbackException error) {
            if (!isOver(error)) throw error;
        }
    }

    /** session_required, session_expired, session_ended, session_invalid: a new token may help. */
    static boolean isOver(FeedbackException error) {
        return error.status() == 401 && error.code().startsWith("session_");
    }

    Map<String, String> headersOf(Session session) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("X-Project-Key", options.projectKey);
        if (session != null) headers.put("Authorization", "Bearer " + session.token);
        return headers;
    }

    private Session exchange() {
        String body = JsonWriter.write(Collections.singletonMap("token", askForToken()));
        Map<String, String> headers = headersOf(null);
        headers.put("Idempotency-Key", UUID.randomUUID().toString());
        Answers.Result answer = delivery.deliver(new Delivery.Parcel("POST", "/sessions/sso", headers, body), ALWAYS);
        Map<String, Object> members = answer.members == null ? Collections.emptyMap() : answer.members;
        Object token = members.get("session_token");
        Object user = members.get("user");
        if (!(token instanceof String) || ((String) token).isEmpty() || !(user instanceof Map)) {
            throw Answers.unexpected(new Transport.Answer(201, Collections.emptyMap(), ""));
        }
        return new Session((String) token, new Me(new Answers.Result(Answers.membersOf(user), null)));
    }

    private String askForToken() {
        if (options.tokenSource == null) {
            throw FeedbackException.of("session_required", "This needs a signed-in user, and there is no token source.").exception();
        }
        Future<String> asked = options.workers.submit(options.tokenSource::newToken);
        try {
            String token = Waiting.within(options.tokenTimeoutMs, asked);
            if (token != null && !token.isEmpty()) return token;
            throw unavailable("The token source answered with no token.", null);
        } catch (TimeoutException late) {
            asked.cancel(true);
            throw unavailable("The token source did not answer within " + options.tokenTimeoutMs + " ms.", null);
        } catch (ExecutionException failed) {
            throw unavailable("The token source failed.", failed.getCause());
        }
    }

    private static FeedbackException unavailable(String title, Throwable cause) {
        String detail = "Check the backend that signs the tokens, and the way to it" + (cause == null ? "." : "; getCause() is what the token source threw.");
        return FeedbackException.of("token_unavailable", title).detail(detail).cause(cause).exception();
    }
}
