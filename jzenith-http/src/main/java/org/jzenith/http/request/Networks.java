package org.jzenith.http.request;

import io.netty.util.NetUtil;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Addresses and networks. Immutable and safe for use by many threads. */
public final class Networks {

    /** The address of a client that is connected to a Unix socket. */
    public static final String UNIX = "unix";

    private final List<Network> networks;
    private final boolean unix;

    private Networks(final List<Network> networks, final boolean unix) {
        this.networks = networks;
        this.unix = unix;
    }

    /**
     * Reads addresses and networks.
     *
     * @param texts the texts, for example {@code 10.0.0.1}, {@code 10.0.0.0/8} or {@code fd00::/8}; {@code unix} for
     *     the clients of Unix sockets
     * @return all of them
     * @throws IllegalArgumentException if a text is neither an address nor a network
     */
    public static Networks of(final List<String> texts) {
        final List<Network> networks = new ArrayList<>();
        final List<String> wrong = new ArrayList<>();
        for (final String text : texts) {
            try {
                if (!text.strip().equals(UNIX)) {
                    networks.add(Network.of(text.strip()));
                }
            } catch (final IllegalArgumentException e) {
                wrong.add(e.getMessage());
            }
        }
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(String.join(" ", wrong));
        }
        return new Networks(
                List.copyOf(networks), texts.stream().map(String::strip).anyMatch(UNIX::equals));
    }

    public boolean isEmpty() {
        return networks.isEmpty() && !unix;
    }

    /**
     * Returns true if an address equals one of these addresses or is in one of these networks.
     *
     * @param address the IPv4 or IPv6 address; null for none
     * @return false if the address is null or cannot be read
     */
    public boolean contain(final @Nullable String address) {
        if (address == null || networks.isEmpty()) {
            return unix && UNIX.equals(address);
        }
        if (unix && address.equals(UNIX)) {
            return true;
        }
        final byte[] bytes = bytes(address);
        return bytes != null && networks.stream().anyMatch(network -> network.contains(bytes));
    }

    /**
     * Returns the first 64 bits of an IPv6 address, because a client usually owns all addresses with this prefix.
     * Returns any other text unchanged.
     */
    public static String networkOf(final String address) {
        final byte[] bytes = address.indexOf(':') < 0 ? null : bytes(address);
        return bytes == null
                ? address
                : bytes.length == 4
                        ? NetUtil.bytesToIpAddress(bytes)
                        : HexFormat.of().formatHex(bytes, 0, bytes.length / 2);
    }

    private static byte @Nullable [] bytes(final String address) {
        final byte[] bytes = NetUtil.createByteArrayFromIpAddressString(address);
        return bytes == null ? null : mapped(bytes);
    }

    /** Converts an IPv4-mapped IPv6 address (::ffff:a.b.c.d) to IPv4. */
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

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Network(byte[] address, int bits) {

        static Network of(final String text) {
            final int slash = text.indexOf('/');
            final byte[] address = bytes(slash < 0 ? text : text.substring(0, slash));
            if (address == null) {
                throw new IllegalArgumentException("'" + text + "' is not an IP address or a network.");
            }
            final int bits = slash < 0 ? address.length * 8 : bits(text, slash);
            if (bits < 0 || bits > address.length * 8) {
                throw new IllegalArgumentException("'" + text + "' has an invalid prefix length.");
            }
            return new Network(address, bits);
        }

        private static int bits(final String text, final int slash) {
            try {
                return Integer.parseInt(text.substring(slash + 1));
            } catch (final NumberFormatException e) {
                throw new IllegalArgumentException("'" + text + "' is not an IP address or a network.", e);
            }
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
