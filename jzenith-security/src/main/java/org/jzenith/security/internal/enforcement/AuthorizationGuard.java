package org.jzenith.security.internal.enforcement;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.lang.annotation.Annotation;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;
import org.jzenith.http.handler.GuardDecision;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.http.handler.MountPart;
import org.jzenith.http.handler.MountRoute;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.security.authorization.AccessPolicy;

/** Decides about requests for mounts and their parts. A step decides about resource methods. */
@Singleton
final class AuthorizationGuard implements ListenerGuard {

    private final Authorization authorization;
    private final Denials denials;
    private final AuthorizationConfiguration settings;
    private final Map<Class<?>, Optional<Decision>> declared = new ConcurrentHashMap<>();

    @Inject
    AuthorizationGuard(
            final Authorization authorization, final Denials denials, final AuthorizationConfiguration settings) {
        this.authorization = authorization;
        this.denials = denials;
        this.settings = settings;
    }

    @Override
    public boolean mayNameUsers() {
        return false;
    }

    @Override
    public ListenerName listener() {
        return ListenerName.ALL;
    }

    @Override
    public Set<Class<? extends Annotation>> enforcedAnnotations() {
        return AnnotatedAccess.TYPES;
    }

    @Override
    public boolean enforcesRoles() {
        return true;
    }

    @Override
    public Single<GuardDecision> check(final ServerRequest request) {
        return PASS;
    }

    @Override
    public Single<GuardDecision> check(
            final ServerRequest request, final MountPart part, final Map<String, String> pathParameters) {
        final MountRoute route = part.route();
        if (route != null && (route.permitsAll() || !route.roles().isEmpty())) {
            return byRoute(request, part, route);
        }
        final Decision decision = declared(part.handler());
        return decision == null ? byPath(request, part) : decide(request, decision, pathParameters);
    }

    @Override
    public GuardDecision checkUnknownPath(final ServerRequest request) {
        return settings.hideUnknownPaths() && identity() == null
                ? denials.refuse(request, "security.hide-unknown-paths")
                : GuardDecision.pass();
    }

    @Override
    public GuardDecision withChallenges(final GuardDecision refusal) {
        return denials.withChallenges(refusal);
    }

    private @Nullable Decision declared(final Class<?> handler) {
        return declared.computeIfAbsent(handler, type -> Optional.ofNullable(authorization.declared(type)))
                .orElse(null);
    }

    private static @Nullable Identity identity() {
        final RequestContext context = RequestContext.current();
        return context == null ? null : context.identity();
    }

    private Single<GuardDecision> byRoute(final ServerRequest request, final MountPart part, final MountRoute route) {
        final Identity identity = identity();
        return route.permitsAll() || (identity != null && route.roles().stream().anyMatch(identity::hasRole))
                ? PASS
                : Single.just(denials.refuse(request, Objects.requireNonNull(authorization.declared(part))));
    }

    private Single<GuardDecision> byPath(final ServerRequest request, final MountPart part) {
        final Identity identity = identity();
        final PathAccess rule =
                authorization.rules().ofMount(part.template()).of(request.listener(), request.path(), identity);
        if (rule == null) {
            return settings.denyByDefault() && !Authorization.isOpenByDefault(part.handler())
                    ? Single.just(denials.refuse(
                            request,
                            "security.deny-by-default, because there is no rule for "
                                    + (part.route() == null ? "the mount " : "the route ") + part))
                    : PASS;
        }
        return rule.allows(identity) ? PASS : Single.just(denials.refuse(request, rule.decision()));
    }

    private Single<GuardDecision> decide(
            final ServerRequest request, final Decision decision, final Map<String, String> pathParameters) {
        final Identity identity = identity();
        if (!decision.access().allows(identity)) {
            return Single.just(denials.refuse(request, decision));
        }
        final AccessPolicy policy = decision.policy();
        return policy == null
                ? PASS
                : Objects.requireNonNull(
                                policy.isAllowed(new PartRequest(request, identity, pathParameters)),
                                () -> "The policy " + policy.getClass().getName()
                                        + " returned null instead of a Single.")
                        .map(allowed ->
                                allowed ? GuardDecision.pass() : denials.refuse(request, decision.description()));
    }
}
