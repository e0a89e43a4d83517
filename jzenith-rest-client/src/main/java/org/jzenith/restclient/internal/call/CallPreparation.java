package org.jzenith.restclient.internal.call;

import io.reactivex.Single;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.restclient.filter.OutboundRequest;
import org.jzenith.restclient.filter.OutboundRequestFilter;
import org.jzenith.restclient.filter.OutboundResponseFilter;
import org.jzenith.restclient.response.RemoteProblemException;
import org.jzenith.restclient.response.RemoteResponse;

/**
 * Completes the request of each attempt: with the client's default headers, by its filters, and with its access token. An attempt whose
 * token the service refuses is sent once more with a new token, unless its body is streamed. Safe for use by many threads.
 */
final class CallPreparation {

    private static final String AUTHORIZATION = "Authorization";
    private static final int UNAUTHORIZED = 401;

    private final CallAdditions additions;
    private final @Nullable AccessTokens tokens;

    private final RemoteService service;

    private CallPreparation(
            final CallAdditions additions, final @Nullable AccessTokens tokens, final RemoteService service) {
        this.additions = additions;
        this.tokens = tokens;
        this.service = service;
    }

    /** Returns null if the requests are complete without it. */
    static @Nullable CallPreparation of(
            final CallAdditions additions, final @Nullable AccessTokens tokens, final RemoteService service) {
        return tokens == null && additions.areNone() ? null : new CallPreparation(additions, tokens, service);
    }

    /** @param attempt sends a complete request */
    Single<ReceivedResponse> send(
            final CallRequest call, final Function<CallRequest, Single<ReceivedResponse>> attempt) {
        final CallRequest complete = withDefaults(call);
        return additions.requestFilters().isEmpty()
                        && additions.responseFilters().isEmpty()
                ? authorized(complete, attempt)
                : filtered(complete, attempt);
    }

    private CallRequest withDefaults(final CallRequest call) {
        if (additions.headers().isEmpty()) {
            return call;
        }
        final List<String> all = new ArrayList<>(call.headers());
        additions.headers().forEach((name, value) -> {
            if (!call.hasHeader(name)) {
                all.add(name);
                all.add(value);
            }
        });
        return call.withHeaders(all);
    }

    private Single<ReceivedResponse> filtered(
            final CallRequest call, final Function<CallRequest, Single<ReceivedResponse>> attempt) {
        final OutboundRequest first =
                new OutboundRequest(call.description(), call.method().name(), call.uri(), call.headers(), call.body());
        return request(first).flatMap(ready -> {
            checkChanges(first, ready);
            final Single<ReceivedResponse> sent = authorized(call.withHeaders(ready.headers()), attempt);
            return additions.responseFilters().isEmpty()
                    ? sent
                    : sent.onErrorResumeNext(error -> failed(ready, error))
                            .flatMap(response -> responded(ready, response));
        });
    }

    private Single<OutboundRequest> request(final OutboundRequest first) {
        return Single.defer(() -> {
            final CallerContext caller = CallerContext.capture(service.vertx());
            Single<OutboundRequest> request = Single.just(first);
            for (final OutboundRequestFilter filter : additions.requestFilters()) {
                request = caller.returned(request.flatMap(filter::filter));
            }
            return request;
        });
    }

    private void checkChanges(final OutboundRequest before, final OutboundRequest after) {
        final List<String> headers = after.headers();
        for (int i = 0; i < headers.size(); i += 2) {
            if (!has(before.headers(), headers.get(i), headers.get(i + 1))) {
                HeaderRules.checkAdded(headers.get(i), headers.get(i + 1), service.settings());
            }
        }
    }

    private static boolean has(final List<String> headers, final String name, final String value) {
        for (int i = 0; i < headers.size(); i += 2) {
            if (headers.get(i).equals(name) && headers.get(i + 1).equals(value)) {
                return true;
            }
        }
        return false;
    }

    private Single<ReceivedResponse> responded(final OutboundRequest request, final ReceivedResponse response) {
        try {
            filter(request, response.status(), response.headers());
            return Single.just(response);
        } catch (final RuntimeException e) {
            return response.stream() == null
                    ? Single.error(e)
                    // ends the stream, which has no subscriber
                    : response.stream().take(0).ignoreElements().andThen(Single.error(e));
        }
    }

    private Single<ReceivedResponse> failed(final OutboundRequest request, final Throwable error) {
        if (error instanceof final RemoteProblemException problem) {
            try {
                filter(
                        request,
                        problem.status(),
                        problem.headers().entrySet().stream()
                                .collect(Collectors.toMap(Map.Entry::getKey, each -> List.of(each.getValue()))));
            } catch (final RuntimeException e) {
                return Single.error(e);
            }
        }
        return Single.error(error);
    }

    private void filter(final OutboundRequest request, final int status, final Map<String, List<String>> headers) {
        final RemoteResponse<?> head = new RemoteResponse<>(status, headers, null);
        for (final OutboundResponseFilter filter : additions.responseFilters()) {
            filter.filter(request, head);
        }
    }

    private Single<ReceivedResponse> authorized(
            final CallRequest call, final Function<CallRequest, Single<ReceivedResponse>> attempt) {
        final AccessTokens known = tokens;
        if (known == null || call.hasHeader(AUTHORIZATION)) {
            return attempt.apply(call);
        }
        return known.get(call.description()).flatMap(token -> {
            final Single<ReceivedResponse> sent = attempt.apply(with(call, token));
            return call.accepts(UNAUTHORIZED)
                    ? sent.flatMap(response -> response.status() == UNAUTHORIZED
                            ? again(call, attempt, known, token, Single.just(response))
                            : Single.just(response))
                    : sent.onErrorResumeNext(error ->
                            error instanceof final RemoteProblemException problem && problem.status() == UNAUTHORIZED
                                    ? again(call, attempt, known, token, Single.error(error))
                                    : Single.error(error));
        });
    }

    /**
     * A service that responds with 401 has not done what was asked (RFC 9110, 15.5.2), so any method can be sent again. Without another
     * token, the 401 is the result.
     */
    private static Single<ReceivedResponse> again(
            final CallRequest call,
            final Function<CallRequest, Single<ReceivedResponse>> attempt,
            final AccessTokens tokens,
            final AccessTokens.Token refused,
            final Single<ReceivedResponse> result) {
        return !tokens.isReplaced(refused) || call.stream() != null
                ? result
                : tokens.get(call.description())
                        .map(token -> token == refused ? result : attempt.apply(with(call, token)))
                        .onErrorReturnItem(result)
                        .flatMap(sent -> sent);
    }

    private static CallRequest with(final CallRequest call, final AccessTokens.Token token) {
        final List<String> headers = new ArrayList<>(call.headers());
        headers.add(AUTHORIZATION);
        headers.add("Bearer " + token.text());
        return call.withHeaders(headers);
    }
}
