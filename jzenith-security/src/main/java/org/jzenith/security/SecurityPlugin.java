package org.jzenith.security;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Module;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.security.apikey.ApiKeyStore;
import org.jzenith.security.authentication.IdentityAugmentor;
import org.jzenith.security.authorization.Access;
import org.jzenith.security.certificate.CertificateIdentities;
import org.jzenith.security.internal.apikey.ApiKeyMechanism;
import org.jzenith.security.internal.authentication.BuiltInMechanism;
import org.jzenith.security.internal.certificate.CertificateMechanism;
import org.jzenith.security.internal.enforcement.PathAccess;
import org.jzenith.security.internal.ticket.TicketMechanism;
import org.jzenith.security.password.BasicMechanism;
import org.jzenith.security.password.UserStore;
import org.jzenith.security.password.Users;

/**
 * Authenticates the requests of all listeners, and controls access:
 *
 * <pre>{@code
 * SecurityPlugin.create()
 *         .withBasicAuthentication(Users.fromSettings())
 *         .withPath("/assets", Access.everyone())
 * }</pre>
 *
 * <p>{@code @RolesAllowed}, {@code @PermitAll} and {@code @DenyAll} of Jakarta Annotations, {@link
 * org.jzenith.security.authorization.Authenticated} and {@link org.jzenith.security.authorization.Allowed} decide about resource methods
 * and locators, and about the classes of WebSocket handlers. {@link #withPath} and the settings {@code security.paths} decide about
 * everything else. The mechanisms come from this plugin and from plugins that require it.
 *
 * <p>Immutable.
 */
@CheckReturnValue
public final class SecurityPlugin implements PluginSource {

    private final SecurityPhases phases;

    private SecurityPlugin(final SecurityPhases phases) {
        this.phases = phases;
    }

    /**
     * Creates a plugin without its own mechanisms.
     *
     * @return a plugin that protects all listeners of the application
     */
    public static SecurityPlugin create() {
        return new SecurityPlugin(new SecurityPhases(List.of(), List.of(), List.of()));
    }

    // region mechanisms
    /**
     * Authenticates by name and password (RFC 7617).
     *
     * @param users settings, a file or a store
     * @return a changed copy
     */
    public SecurityPlugin withBasicAuthentication(final Users users) {
        return with(new BasicMechanism(Objects.requireNonNull(users, "users")));
    }

    /**
     * Authenticates by name and password (RFC 7617).
     *
     * @param users a store of users, created by Guice
     * @return a changed copy
     */
    public SecurityPlugin withBasicAuthentication(final Class<? extends UserStore> users) {
        return withBasicAuthentication(Users.fromStore(users));
    }

    /**
     * Authenticates by name and password (RFC 7617).
     *
     * @param users a store of users
     * @return a changed copy
     */
    public SecurityPlugin withBasicAuthentication(final UserStore users) {
        return withBasicAuthentication(Users.fromStore(users));
    }

    /**
     * Authenticates by API keys in a header. Their SHA-256 hashes are in settings such as {@code security.api-keys.billing.hashes}; {@code
     * --new-api-key} prints a new key. Settings such as {@code security.api-keys.billing.roles=invoices} and {@code
     * security.api-keys.billing.attributes.tenant=acme} give the key's owner roles and {@linkplain
     * org.jzenith.core.context.Identity#attribute attributes}.
     *
     * @return a changed copy
     */
    public SecurityPlugin withApiKeys() {
        return with(new ApiKeyMechanism(null, null));
    }

    /**
     * Authenticates by API keys in a header.
     *
     * @param store finds the owners of keys; created by Guice
     * @return a changed copy
     */
    public SecurityPlugin withApiKeys(final Class<? extends ApiKeyStore> store) {
        return with(new ApiKeyMechanism(Objects.requireNonNull(store, "store"), null));
    }

    /**
     * Authenticates by API keys in a header.
     *
     * @param store finds the owners of keys
     * @return a changed copy
     */
    public SecurityPlugin withApiKeys(final ApiKeyStore store) {
        return with(new ApiKeyMechanism(null, Objects.requireNonNull(store, "store")));
    }

    /**
     * Authenticates by TLS client certificates. The common name is the user; roles come from settings such as {@code
     * security.client-certificates.roles.billing=O=Example+OU=Billing}. Set {@code rest.tls.client-certificates} so that listeners ask for
     * certificates.
     *
     * @return a changed copy
     */
    public SecurityPlugin withClientCertificates() {
        return with(new CertificateMechanism(null));
    }

    /**
     * Authenticates by TLS client certificates.
     *
     * @param owners finds the owner of a certificate
     * @return a changed copy
     */
    public SecurityPlugin withClientCertificates(final CertificateIdentities owners) {
        return with(new CertificateMechanism(Objects.requireNonNull(owners, "owners")));
    }

    /**
     * Gives authenticated clients one-time tickets for {@code EventSource} and {@code WebSocket}, which cannot send headers in browsers:
     * {@code POST /ticket} returns {@code {"ticket": "..", "expiresIn": 30}}, and {@code new EventSource("/events?ticket=..")} is
     * authenticated as the same user. Each ticket can be used once.
     *
     * @return a changed copy
     */
    public SecurityPlugin withTickets() {
        return with(new TicketMechanism());
    }

    private SecurityPlugin with(final BuiltInMechanism added) {
        if (phases.mechanisms().stream().anyMatch(each -> each.name().equals(added.name()))) {
            throw new IllegalStateException("The plugin 'security' already has the mechanism '" + added.name() + "'.");
        }
        return new SecurityPlugin(new SecurityPhases(
                Stream.concat(phases.mechanisms().stream(), Stream.of(added)).toList(),
                phases.augmentors(),
                phases.paths()));
    }
    // endregion

    /**
     * Adds roles or attributes to each identity that a mechanism finds, for example the roles in a table.
     *
     * @param augmentor created by Guice; runs after the augmentors that were added before
     * @return a changed copy
     */
    public SecurityPlugin withAugmentor(final Class<? extends IdentityAugmentor> augmentor) {
        Objects.requireNonNull(augmentor, "augmentor");
        return with(binder -> IdentityAugmentor.binder(binder).addBinding().to(augmentor));
    }

    /**
     * Adds roles or attributes to each identity that a mechanism finds.
     *
     * @param augmentor runs after the augmentors that were added before
     * @return a changed copy
     */
    public SecurityPlugin withAugmentor(final IdentityAugmentor augmentor) {
        Objects.requireNonNull(augmentor, "augmentor");
        return with(binder -> IdentityAugmentor.binder(binder).addBinding().toInstance(augmentor));
    }

    private SecurityPlugin with(final Module augmentor) {
        return new SecurityPlugin(new SecurityPhases(
                phases.mechanisms(),
                Stream.concat(phases.augmentors().stream(), Stream.of(augmentor))
                        .toList(),
                phases.paths()));
    }

    /**
     * Decides who may call a path and all below it, on all listeners: mounts such as static files, WebSockets, and resource methods without
     * an access annotation. The rule with the longest path applies. A rule in the setting {@code security.paths} replaces this rule for the
     * same path. Startup fails if nothing is served at the path or below it.
     *
     * @param path starts with a slash, and includes the context path; {@code /} stands for all paths
     * @param access those who may call it
     * @return a changed copy
     * @throws IllegalArgumentException if the path is not a valid URL path, or already has a rule
     */
    public SecurityPlugin withPath(final String path, final Access access) {
        return with(PathAccess.of(path, Objects.requireNonNull(access, "access"), null));
    }

    /**
     * Decides who may call a path and all below it, on one listener. On that listener, the rule replaces a rule for all listeners with the
     * same path.
     *
     * @param path starts with a slash, and includes the context path; {@code /} stands for all paths
     * @param access those who may call it
     * @param listener name of the plugin that opens the listener, for example {@code rest.admin}
     * @return a changed copy
     * @throws IllegalArgumentException if the path is not a valid URL path, or already has a rule
     */
    public SecurityPlugin withPath(final String path, final Access access, final String listener) {
        return with(PathAccess.of(
                path, Objects.requireNonNull(access, "access"), Objects.requireNonNull(listener, "listener")));
    }

    /**
     * Decides who may call the mount at a path, such as static files, on all listeners. A path below the mount's own path decides about
     * that part of the mount. The rule does not apply to resource methods and mounts further below: if they have no rule, startup still
     * fails with {@code security.deny-by-default}. For the mount itself, it replaces a rule of {@link #withPath} for the same path.
     *
     * @param path starts with a slash, and includes the context path
     * @param access those who may call it
     * @return a changed copy
     * @throws IllegalArgumentException if the path is not a valid URL path, or already has such a rule
     */
    public SecurityPlugin withMount(final String path, final Access access) {
        return with(PathAccess.ofMounts(path, Objects.requireNonNull(access, "access")));
    }

    private SecurityPlugin with(final PathAccess added) {
        for (final PathAccess rule : phases.paths()) {
            if (rule.isForSame(added)) {
                throw new IllegalArgumentException(
                        "There are two rules for one path: " + added.origin() + ". Remove one of them.");
            }
        }
        return new SecurityPlugin(new SecurityPhases(
                phases.mechanisms(),
                phases.augmentors(),
                Stream.concat(phases.paths().stream(), Stream.of(added)).toList()));
    }

    @Override
    public Plugin plugin() {
        return phases;
    }
}
