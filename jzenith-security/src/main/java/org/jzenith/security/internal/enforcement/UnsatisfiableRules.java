package org.jzenith.security.internal.enforcement;

import com.google.inject.Binding;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.TypeLiteral;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Endpoints;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.http.handler.MountPart;
import org.jzenith.rest.pipeline.ResourceMethods;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.authentication.IdentityAugmentor;
import org.jzenith.security.authentication.RoleSource;
import org.jzenith.security.authorization.Access;

/** Finds rules that let nobody in, because nothing authenticates clients or gives them roles. */
final class UnsatisfiableRules {

    private final Injector injector;

    UnsatisfiableRules(final Injector injector) {
        this.injector = injector;
    }

    /**
     * Describes the rules.
     *
     * @param mechanisms those that authenticate clients
     * @return a sentence about them; null if there are none
     */
    @Nullable
    String warning(final List<AuthenticationMechanism> mechanisms) {
        final boolean isOpen =
                all(new TypeLiteral<Set<ListenerGuard>>() {}).stream().anyMatch(ListenerGuard::mayNameUsers);
        if (mechanisms.isEmpty() && !isOpen) {
            return warning(
                    access -> !access.allows(null) && !access.equals(Access.nobody()),
                    "No mechanism authenticates clients, so every rule that needs a user refuses all requests with 401. The first such "
                            + "rule: ",
                    "Add a mechanism to SecurityPlugin, such as withBasicAuthentication(..). For tokens: "
                            + MissingPlugins.advice("jwt") + ". For logins: " + MissingPlugins.advice("oidc") + ".");
        }
        final List<RoleSource> sources =
                mechanisms.stream().map(AuthenticationMechanism::roleSource).toList();
        if (!isOpen
                && sources.stream().noneMatch(RoleSource::givesRoles)
                && all(new TypeLiteral<Set<IdentityAugmentor>>() {}).isEmpty()) {
            return warning(
                    access -> !access.roles().isEmpty(),
                    "No user has a role, so every rule that needs a role refuses all requests with 403. The first such rule: ",
                    sources.stream().map(RoleSource::description).collect(Collectors.joining(" ")));
        }
        return null;
    }

    private @Nullable String warning(final Predicate<Access> isConcerned, final String what, final String remedy) {
        return decisions()
                .filter(decision -> isConcerned.test(decision.access()))
                .findFirst()
                .map(decision -> what + decision.description() + ". " + remedy)
                .orElse(null);
    }

    /** Leaves out rules that may be for WebSockets, because their handshakes may authenticate clients. */
    private Stream<Decision> decisions() {
        final Authorization authorization = injector.getInstance(Authorization.class);
        final List<HttpMount> mounts = AuthorizationModule.served(injector).toList();
        final Stream<Decision> ofMethods = ListenerName.all(injector.getInstance(Endpoints.class)).stream()
                .flatMap(listener -> ResourceMethods.of(injector, listener).stream())
                .flatMap(table -> table.all().stream())
                .flatMap(authorization::declaredOn);
        final Stream<Decision> ofMounts = mounts.stream()
                .flatMap(mount -> mount.parts().stream().filter(part -> isRequested(mount, part)))
                .flatMap(part -> Stream.ofNullable(authorization.declared(part)));
        final Stream<Decision> ofPaths =
                mounts.stream().allMatch(mount -> mount.parts().stream().allMatch(part -> isRequested(mount, part)))
                        ? authorization.rules().all().map(PathAccess::decision)
                        : Stream.empty();
        return Stream.of(ofMethods, ofMounts, ofPaths).flatMap(each -> each);
    }

    /** Returns true for a whole mount and for a route. */
    private static boolean isRequested(final HttpMount mount, final MountPart part) {
        return mount.whole() != null || part.route() != null;
    }

    private <T> Set<T> all(final TypeLiteral<Set<T>> type) {
        final Binding<Set<T>> bound = injector.getExistingBinding(Key.get(type));
        return bound == null ? Set.of() : bound.getProvider().get();
    }
}
