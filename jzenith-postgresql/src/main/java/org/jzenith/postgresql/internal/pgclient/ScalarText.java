package org.jzenith.postgresql.internal.pgclient;

import io.netty.util.NetUtil;
import io.vertx.core.buffer.Buffer;
import io.vertx.pgclient.data.Cidr;
import io.vertx.pgclient.data.Inet;
import java.math.BigDecimal;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;

/** Numbers, bytes and network addresses as the server writes them. */
final class ScalarText {

    private static final String HEX = "\\x";

    private ScalarText() {}

    /** Returns a decimal number, or a double for a value that is not a number. */
    static Number number(final String text) {
        return switch (text) {
            case "NaN", "Infinity", "-Infinity" -> Double.valueOf(text);
            default -> new BigDecimal(text);
        };
    }

    static Buffer bytes(final String text) {
        if (!text.startsWith(HEX)) {
            throw new IllegalArgumentException("The server writes bytes in another format.");
        }
        return Buffer.buffer(HexFormat.of().parseHex(text, HEX.length(), text.length()));
    }

    static Inet inet(final String text) {
        final int slash = text.indexOf('/');
        return slash < 0
                ? new Inet().setAddress(address(text))
                : new Inet()
                        .setAddress(address(text.substring(0, slash)))
                        .setNetmask(Integer.valueOf(text.substring(slash + 1)));
    }

    static Cidr cidr(final String text) {
        final Inet inet = inet(text);
        return new Cidr().setAddress(inet.getAddress()).setNetmask(inet.getNetmask());
    }

    static String of(final Cidr cidr) {
        final Integer netmask = cidr.getNetmask();
        return cidr.getAddress().getHostAddress() + (netmask == null ? "" : "/" + netmask);
    }

    private static InetAddress address(final String text) {
        final byte[] bytes = NetUtil.createByteArrayFromIpAddressString(text);
        if (bytes == null) {
            throw new IllegalArgumentException("This is not the text of an address.");
        }
        try {
            // An IPv4 address that is mapped to IPv6 stays an IPv6 address.
            return bytes.length == 4 ? InetAddress.getByAddress(bytes) : Inet6Address.getByAddress(null, bytes, -1);
        } catch (final UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
