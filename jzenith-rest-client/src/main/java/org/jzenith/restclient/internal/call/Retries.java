package org.jzenith.restclient.internal.call;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.restclient.internal.configuration.RestClientConfiguration;
import org.jzenith.restclient.response.AccessTokenException;
import org.jzenith.restclient.response.CallRejectedException;
import org.jzenith.restclient.response.RemoteCallException;
import org.jzenith.restclient.response.RemoteProblemException;
import org.jzenith.restclient.response.RemoteUnavailableException;

/** Decides about the retries of a client's calls. Safe for use by many threads. */
final class Retries {

    private final RetryBudget budget = new RetryBudget();
    private final int most;
    private final long firstMillis;
    private final long longestMillis;

    Retries(final RestClientConfiguration settings) {
        this.most = settings.retries();
        this.firstMillis = settings.retryDelay().toMillis();
        this.longestMillis = settings.maxRetryDelay().toMillis();
    }

    boolean areOff() {
        return most == 0;
    }

    /** Counts a call for the budget. */
    void begin() {
        budget.add();
    }

    /**
     * Decides about a failed attempt.
     *
     * @param attempt the number of the failed attempt, from 1
     * @return the delay before the next attempt; null if there is none
     */
    @Nullable
    Duration delay(final CallRequest call, final int attempt, final Throwable error) {
        if (attempt > most || !isWorthIt(call, error)) {
            return null;
        }
        final OptionalLong told =
                error instanceof final RemoteProblemException problem ? retryAfter(problem) : OptionalLong.empty();
        if (told.isPresent() && told.getAsLong() > longestMillis) {
            return null;
        }
        final long backOff = Math.min(longestMillis, firstMillis << Math.min(20, attempt - 1));
        final long delay =
                Math.max(told.orElse(0), backOff - ThreadLocalRandom.current().nextLong(backOff / 2 + 1));
        return budget.take() ? Duration.ofMillis(delay) : null;
    }

    private static boolean isWorthIt(final CallRequest call, final Throwable error) {
        if (error instanceof CallRejectedException
                || error instanceof AccessTokenException
                || !(error instanceof final RemoteCallException failure)) {
            return false;
        }
        if (failure.isUnsent()) {
            return call.stream() == null;
        }
        if (!call.isRepeatable()) {
            return false;
        }
        return error instanceof RemoteUnavailableException
                || (error instanceof final RemoteProblemException problem && isTemporary(problem.status()));
    }

    private static boolean isTemporary(final int status) {
        return status == 429 || status == 502 || status == 503 || status == 504;
    }

    /** Reads the seconds of Retry-After; a date is ignored, because the clocks may differ. */
    private static OptionalLong retryAfter(final RemoteProblemException problem) {
        final String value = problem.header("Retry-After").orElse("");
        return value.matches("\\d{1,9}")
                ? OptionalLong.of(TimeUnit.SECONDS.toMillis(Long.parseLong(value)))
                : OptionalLong.empty();
    }
}
