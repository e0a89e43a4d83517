package org.jzenith.http.handler;

import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The guards of one listener, combined into one.
 *
 * @param all in the order in which they are asked
 */
record ListenerGuards(List<ListenerGuard> all) {

    /**
     * Asks the guards about a part of a mount, one after the other, on the event loop of the request. Returns the first refusal, or a
     * decision that lets the request pass.
     */
    Single<GuardDecision> check(
            final ServerRequest request,
            final MountPart part,
            final Map<String, String> pathParameters,
            final Executor eventLoop) {
        Single<GuardDecision> decision = ListenerGuard.PASS;
        for (final ListenerGuard guard : all) {
            decision = decision.observeOn(Schedulers.from(eventLoop))
                    .flatMap(earlier ->
                            earlier.isRefusal() ? Single.just(earlier) : guard.check(request, part, pathParameters));
        }
        return decision;
    }

    /** Returns the first refusal of a request for a path without a handler; null if there is none. */
    @Nullable
    GuardDecision refusalOfUnknownPath(final ServerRequest request) {
        return all.stream()
                .map(guard -> guard.checkUnknownPath(request))
                .filter(GuardDecision::isRefusal)
                .findFirst()
                .orElse(null);
    }

    /** Adds the challenges of all guards to a refusal with the status 401. */
    GuardDecision withChallenges(final GuardDecision refusal) {
        GuardDecision all = refusal;
        for (final ListenerGuard guard : this.all) {
            all = guard.withChallenges(all);
        }
        return all;
    }
}
