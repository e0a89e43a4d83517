package org.jzenith.security.internal.ticket;

import com.google.common.hash.Hashing;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;

/** The valid tickets, by the SHA-256 of each. Safe for use by many threads. */
final class Tickets {

    private static final int BYTES = 32;

    /** The characters of a ticket: 32 bytes in Base64 without padding. */
    static final int LENGTH = 43;

    private final SecureRandom random = new SecureRandom();
    private final TicketConfiguration settings;

    /** The oldest first, which expires first. */
    private final Map<String, Issued> issued = new LinkedHashMap<>();

    /** The number of valid tickets by user. */
    private final Map<String, Integer> users = new HashMap<>();

    private record Issued(Identity identity, long endNanos) {}

    /**
     * A new ticket, or the status with which it is refused.
     *
     * @param ticket null if there is none
     * @param status 200, 429 or 503
     */
    record Issue(@Nullable String ticket, int status) {}

    @Inject
    Tickets(final TicketConfiguration settings) {
        this.settings = settings;
    }

    Issue issue(final Identity identity) {
        final byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        final String ticket = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        final long now = System.nanoTime();
        synchronized (this) {
            removeExpired(now);
            if (issued.size() >= settings.max()) {
                return new Issue(null, 503);
            }
            if (users.getOrDefault(identity.getName(), 0) >= settings.maxPerUser()) {
                return new Issue(null, 429);
            }
            issued.put(
                    sha256(ticket),
                    new Issued(identity, now + settings.lifetime().toNanos()));
            users.merge(identity.getName(), 1, Integer::sum);
        }
        return new Issue(ticket, 200);
    }

    /** Returns the owner of a ticket, which is not valid any more afterwards; null if it is not valid. */
    synchronized @Nullable Identity redeem(final String ticket) {
        final Issued found = issued.remove(sha256(ticket));
        if (found == null) {
            return null;
        }
        removed(found);
        final Instant expiry = found.identity.expiry().orElse(null);
        return System.nanoTime() - found.endNanos < 0 && (expiry == null || expiry.isAfter(Instant.now()))
                ? found.identity
                : null;
    }

    private void removeExpired(final long now) {
        for (final Iterator<Issued> oldest = issued.values().iterator(); oldest.hasNext(); ) {
            final Issued each = oldest.next();
            if (now - each.endNanos < 0) {
                return;
            }
            oldest.remove();
            removed(each);
        }
    }

    private void removed(final Issued ticket) {
        users.computeIfPresent(ticket.identity.getName(), (name, count) -> count == 1 ? null : count - 1);
    }

    private static String sha256(final String ticket) {
        return Hashing.sha256().hashString(ticket, StandardCharsets.UTF_8).toString();
    }
}
