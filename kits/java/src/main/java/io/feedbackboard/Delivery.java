package io.feedbackboard;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;

/** Sends a call, and repeats it if that can help and does no harm. */
final class Delivery {
    private static final long FIRST_PAUSE_MS = 500;

    private final Options options;

    Delivery(Options options) {
        this.options = options;
    }

    /** One call as it is sent, the same at each attempt. */
    static final class Parcel {
        final String method;
        /** Below the base URL, with its query. */
        final String path;
        final Map<String, String> headers;
        final String body;

        Parcel(String method, String path, Map<String, String> headers, String body) {
            this.method = method;
            this.path = path;
            this.headers = headers;
            this.body = body;
        }

        Parcel with(Map<String, String> more) {
            Map<String, String> all = new LinkedHashMap<>(more);
            all.putAll(headers);
            return new Parcel(method, path, all, body);
        }
    }

    /** @param check throws if the call must not be sent again */
    Answers.Result deliver(Parcel parcel, Runnable check) {
        boolean mayHaveWorked = false;
        for (int tries = 1; ; tries += 1) {
            check.run();
            try {
                return sendOnce(parcel);
            } catch (FeedbackException error) {
                // It is gone, as requested: an earlier attempt deleted it, and only its answer was lost.
                boolean isGone = parcel.method.equals("DELETE") && error.status() == 404;
                if (mayHaveWorked && isGone) return new Answers.Result(null, null);
                long pause = error.retryAfterMs().orElse(shortPauseMs(tries));
                boolean isRepeatable = isRefused(error) || isUnanswered(error) && !parcel.method.equals("PATCH");
                if (!isRepeatable || tries >= options.tries || pause > options.longestWaitMs) throw error;
                mayHaveWorked |= isUnanswered(error);
                sleep(pause);
            }
        }
    }

    private static long shortPauseMs(int tries) {
        return (long) (FIRST_PAUSE_MS * Math.pow(2, tries - 1) * (0.5 + Math.random() / 2));
    }

    private static boolean isUnanswered(FeedbackException error) {
        return error.code().equals("network_error") || error.status() == 502 || error.status() == 504;
    }

    private static boolean isRefused(FeedbackException error) {
        return error.status() == 429 || error.status() == 503 || error.code().equals("idempotency_in_progress");
    }

    private void sleep(long milliseconds) {
        try {
            options.sleeper.sleep(milliseconds);
        } catch (InterruptedException interrupted) {
            throw Waiting.aborted(interrupted);
        }
    }

    /** On its own thread: HttpURLConnection ignores interrupts, and has no time limit for a whole request. */
    private Answers.Result sendOnce(Parcel parcel) {
        String url = options.apiOrigin + "/v1" + parcel.path;
        Transport.Request request =
                new Transport.Request(parcel.method, url, parcel.headers, parcel.body, options.requestTimeoutMs);
        Future<Transport.Answer> sent = options.workers.submit(() -> options.transport.send(request));
        try {
            return Answers.read(Waiting.within(options.requestTimeoutMs, sent));
        } catch (TimeoutException late) {
            throw Answers.unanswered("No answer came within " + options.requestTimeoutMs + " ms.", null);
        } catch (ExecutionException failed) {
            throw Answers.unanswered("No answer came.", failed.getCause());
        } finally {
            if (!sent.isDone()) options.workers.execute(request::cancel); // closing a connection may block
            sent.cancel(true);
        }
    }
}
