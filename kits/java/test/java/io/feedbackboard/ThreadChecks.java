package io.feedbackboard;

import static io.feedbackboard.Checks.codeOf;
import static io.feedbackboard.Checks.expect;
import static io.feedbackboard.Checks.that;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Checks of one client on several threads. */
final class ThreadChecks {
    private static final Transport.Answer DONE = new Transport.Answer(204, Collections.emptyMap(), "");

    private ThreadChecks() {}

    static void add() {
        that("Many threads are signed in by one exchange", ThreadChecks::oneExchange);
        that("An interrupt ends a request that is under way, closes it, and stays visible", ThreadChecks::interruptedRequest);
        that("An interrupt ends a pause at once", ThreadChecks::interruptedPause);
        that("A thread that is interrupted leaves the sign-in to the others", ThreadChecks::sharedSignIn);
        that("Signing out while a sign-in is under way ends that one too, and nobody later is given it", ThreadChecks::signOutMeanwhile);
        that("A listener that throws fails no call, and is told in order", ThreadChecks::brokenListener);
        that("A transport that throws is a network error with its cause", ThreadChecks::brokenTransport);
        that("No message holds a token, a session or a key", ThreadChecks::quietMessages);
    }

    private static FeedbackClient.Builder client(Transport transport) {
        return FeedbackClient.builder("https://api.example.com", "svc_pk_live_SECRET")
                .tokenSource(() -> "header.SECRET.signature")
                .transport(transport);
    }

    private static boolean isExchange(Transport.Request request) {
        return request.url().endsWith("/sessions/sso");
    }

    private static Transport.Answer session(String token, String user) {
        String body = "{\"session_token\":\"" + token + "\",\"user\":{\"id\":\"" + user + "\"}}";
        return new Transport.Answer(201, Collections.emptyMap(), body);
    }

    private static FutureTask<String> start(Checks.Check work) {
        FutureTask<String> task = new FutureTask<>(() -> codeOf(work));
        new Thread(task).start();
        return task;
    }

    private static void oneExchange() throws Exception {
        AtomicInteger exchanges = new AtomicInteger();
        Set<String> sessions = ConcurrentHashMap.newKeySet();
        FeedbackClient client = client(request -> {
                    if (isExchange(request)) return session("svc_ses_" + exchanges.incrementAndGet(), "usr_1");
                    sessions.add(request.headers().get("Authorization"));
                    return DONE;
                })
                .build();
        List<FutureTask<String>> tasks = new ArrayList<>();
        for (int n = 0; n < 32; n += 1) tasks.add(start(() -> client.posts().vote("pst_1")));
        for (FutureTask<String> task : tasks) expect("no error", task.get());
        expect("1 [Bearer svc_ses_1]", exchanges + " " + sessions);
    }

    private static void interruptedRequest() throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        FeedbackClient client = client(request -> {
                    request.onCancel(closed::countDown);
                    sent.countDown();
                    return untilInterrupted();
                })
                .build();
        AtomicReference<Boolean> isVisible = new AtomicReference<>();
        FutureTask<String> task = new FutureTask<>(() -> {
            String code = codeOf(client::project);
            isVisible.set(Thread.interrupted());
            return code;
        });
        Thread thread = new Thread(task);
        thread.start();
        sent.await();
        thread.interrupt();
        expect("aborted", task.get());
        expect(true, isVisible.get());
        expect(true, closed.await(10, TimeUnit.SECONDS));
    }

    private static Transport.Answer untilInterrupted() {
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        }
        return DONE;
    }

    private static void interruptedPause() throws Exception {
        AtomicInteger sent = new AtomicInteger();
        FeedbackClient client = client(request -> {
                    sent.incrementAndGet();
                    return new Transport.Answer(503, Collections.singletonMap("Retry-After", "50"), "{\"code\":\"unavailable\"}");
                })
                .sleeper(milliseconds -> {
                    Thread.currentThread().interrupt();
                    Thread.sleep(milliseconds);
                })
                .build();
        expect("aborted", start(client::project).get());
        expect(1, sent.get());
    }

    private static void sharedSignIn() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        FeedbackClient client = client(request -> isExchange(request) ? session("svc_ses_1", "usr_1") : DONE)
                .tokenSource(() -> {
                    asked.countDown();
                    answer.await();
                    return "a.b.c";
                })
                .build();
        FutureTask<String> first = new FutureTask<>(() -> codeOf(() -> client.posts().vote("pst_1")));
        Thread thread = new Thread(first);
        thread.start();
        asked.await();
        FutureTask<String> second = start(() -> client.posts().vote("pst_2"));
        thread.interrupt();
        expect("aborted", first.get());
        answer.countDown();
        expect("no error", second.get());
    }

    private static void signOutMeanwhile() throws Exception {
        BlockingQueue<Transport.Answer> exchanges = new LinkedBlockingQueue<>();
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        FeedbackClient client = client(request -> {
                    seen.add(request.method() + " " + request.headers().get("Authorization"));
                    return isExchange(request) ? taken(exchanges) : DONE;
                })
                .build();
        FutureTask<String> begun = start(() -> client.posts().vote("pst_1"));
        expect("POST null", seen.take());
        AtomicReference<Thread> leaver = new AtomicReference<>();
        FutureTask<String> out = start(() -> {
            leaver.set(Thread.currentThread());
            client.signOut();
        });
        // From the moment when signOut waits for the running exchange, older calls can no longer continue.
        while (leaver.get() == null || leaver.get().getState() != Thread.State.WAITING) Thread.sleep(1);
        exchanges.add(session("svc_ses_old", "usr_old"));
        expect("no error", out.get());
        expect("signed_out", begun.get());
        expect("DELETE Bearer svc_ses_old", seen.take());
        exchanges.add(session("svc_ses_new", "usr_new"));
        expect("usr_new", client.signIn().id());
        client.posts().vote("pst_2");
        expect("POST null", seen.take());
        expect("PUT Bearer svc_ses_new", seen.take());
        expect(0, seen.size());
    }

    private static Transport.Answer taken(BlockingQueue<Transport.Answer> answers) {
        try {
            return answers.take();
        } catch (InterruptedException asked) {
            throw new IllegalStateException(asked);
        }
    }

    private static void brokenListener() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        BlockingQueue<Throwable> faults = new LinkedBlockingQueue<>();
        Thread.setDefaultUncaughtExceptionHandler((thread, fault) -> faults.add(fault));
        FeedbackClient client = client(request -> isExchange(request) ? session("svc_ses_1", "usr_1") : DONE)
                .onSessionChange(user -> {
                    told.add(user.map(Me::id).orElse("nobody"));
                    throw new IllegalStateException("the app's own mistake");
                })
                .build();
        client.signIn();
        client.signOut();
        client.signIn();
        expect("usr_1 nobody usr_1", told.take() + " " + told.take() + " " + told.take());
        expect("the app's own mistake", faults.take().getMessage());
        Thread.setDefaultUncaughtExceptionHandler(null);
    }

    private static void brokenTransport() throws Exception {
        FeedbackClient client = client(request -> {
                    throw new IllegalStateException("no network module");
                })
                .tries(1)
                .build();
        try {
            client.project();
        } catch (FeedbackException error) {
            expect("network_error no network module", error.code() + " " + error.getCause().getMessage());
            return;
        }
        throw new AssertionError("no error");
    }

    private static void quietMessages() throws Exception {
        FeedbackClient client = client(request -> isExchange(request)
                        ? session("svc_ses_SECRET", "usr_1")
                        : new Transport.Answer(401, Collections.emptyMap(), "{\"code\":\"session_ended\"}"))
                .build();
        List<String> messages = new ArrayList<>();
        for (Checks.Check work : new Checks.Check[] {() -> client.posts().vote("pst_1"), () -> FeedbackClient.builder("https://x", "svc_sk_SECRET").build()}) {
            try {
                work.run();
            } catch (FeedbackException error) {
                messages.add(error.toString());
            }
        }
        expect(2, messages.size());
        expect(false, messages.toString().contains("SECRET"));
    }
}
