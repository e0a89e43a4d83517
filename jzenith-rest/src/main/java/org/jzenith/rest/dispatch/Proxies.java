package org.jzenith.rest.dispatch;

import io.netty.util.NetUtil;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The networks whose word about the client counts. */
final class Proxies {

    private final List<Network> networks;

    private Proxies(final List<Network> networks) {
        this.networks = networks;
    }

    /**
     * Reads addresses and networks.
     *
     * @throws IllegalArgumentException if one is neither
     */
    static Proxies of(final List<String> texts) {
        final List<Network> networks = new ArrayList<>();
        for (final String text : texts) {
            networks.add(Network.of(text.strip()));
        }
        return new Proxies(List.copyOf(networks));
    }

    boolean none() {
        return networks.isEmpty();
    }

    boolean trust(final @Nullable String address) {
        if (address == null || networks.isEmpty()) {
            return false;
        }
        final byte[] bytes = bytes(address);
        if (bytes == null) {
            return false;
        }
        for (final Network network : networks) {
            if (network.contains(bytes)) {
                return true;
            }
        }
        return false;
    }

    private static byte @Nullable [] bytes(final String address) {
        final byte[] bytes = NetUtil.createByteArrayFromIpAddressString(address);
        return bytes == null ? null : mapped(bytes);
    }

    /** An IPv4 address may come as ::ffff:a.b.c.d. */
    private static byte[] mapped(final byte[] bytes) {
        if (bytes.length != 16 || bytes[10] != -1 || bytes[11] != -1) {
            return bytes;
        }
        for (int i = 0; i < 10; i++) {
            if (bytes[i] != 0) {
                return bytes;
            }
        }
        return new byte[] {bytes[12], bytes[13], bytes[14], bytes[15]};
    }

    private static final class Network {

        private final byte[] address;
        private final int bits;

        Network(final byte[] address, final int bits) {
            this.address = address;
            this.bits = bits;
        }

        static Network of(final String text) {
            final int slash = text.indexOf('/');
            final byte[] address = bytes(slash < 0 ? text : text.substring(0, slash));
            if (address == null) {
                throw new IllegalArgumentException("'" + text + "' is not an IP address or a network.");
            }
            final int bits = slash < 0 ? address.length * 8 : Integer.parseInt(text.substring(slash + 1));
            if (bits < 0 || bits > address.length * 8) {
                throw new IllegalArgumentException("'" + text + "' has no such prefix length.");
            }
            return new Network(address, bits);
        }

        boolean contains(final byte[] other) {
            if (other.length != address.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                final int mask = 0x80 >> (bit & 7);
                if ((address[bit >> 3] & mask) != (other[bit >> 3] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }
}
