package org.jzenith.restclient;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A token endpoint that answers as a test wants. Its tokens have a number. */
final class TokenPeer implements AutoCloseable {

    static final String PREFIX = "secret-token-";
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: (\\d+)");

    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final List<String> forms = new CopyOnWriteArrayList<>();
    private final Semaphore asked = new Semaphore(0);
    private final AtomicInteger issued = new AtomicInteger();
    private final RawPeer peer = new RawPeer(this::speak);
    private volatile int firstAccepted;
    private volatile TokenAnswer answer = TokenAnswer.issue(300);
    private volatile CountDownLatch held = new CountDownLatch(0);

    /**
     * An answer.
     *
     * @param status the status
     * @param body the body; empty for a token
     * @param seconds the lifetime of the token
     */
    record TokenAnswer(int status, String body, int seconds) {

        static TokenAnswer issue(final int seconds) {
            return new TokenAnswer(200, "", seconds);
        }

        static TokenAnswer status(final int status, final String body) {
            return new TokenAnswer(status, body, 0);
        }
    }

    TokenPeer() throws IOException {}

    private void speak(final RawPeer.Conversation connection) throws IOException, InterruptedException {
        for (String head = connection.head(); !head.isEmpty(); head = connection.head()) {
            heads.add(head);
            final Matcher length = LENGTH.matcher(head);
            forms.add(
                    length.find()
                            ? new String(connection.read(Integer.parseInt(length.group(1))), StandardCharsets.US_ASCII)
                            : "");
            asked.release();
            held.await();
            final TokenAnswer now = answer;
            final String body = now.body().isEmpty()
                    ? "{\"access_token\":\"" + PREFIX + issued.incrementAndGet()
                            + "\",\"token_type\":\"Bearer\",\"expires_in\":" + now.seconds() + "}"
                    : now.body();
            connection.send("HTTP/1.1 " + now.status() + " Status\r\nContent-Type: application/json\r\nContent-Length: "
                    + body.length() + "\r\n\r\n" + body);
        }
    }

    /** Returns true if a request has a token that was not revoked. */
    boolean accepts(final String head) {
        final Matcher token = Pattern.compile("Authorization: Bearer " + PREFIX + "(\\d+)\r\n")
                .matcher(head);
        return token.find() && Integer.parseInt(token.group(1)) >= firstAccepted;
    }

    /** Revokes the tokens that were issued so far. */
    void revoke() {
        firstAccepted = issued.get() + 1;
    }

    void refuseAll() {
        firstAccepted = Integer.MAX_VALUE;
    }

    void answer(final TokenAnswer next) {
        answer = next;
    }

    /** Answers nothing until {@link #release}. */
    void hold() {
        held = new CountDownLatch(1);
    }

    void release() {
        held.countDown();
    }

    void awaitAsked(final int times) throws InterruptedException {
        if (!asked.tryAcquire(times, 30, TimeUnit.SECONDS)) {
            throw new AssertionError("No token was asked for.");
        }
    }

    int issued() {
        return issued.get();
    }

    List<String> heads() {
        return heads;
    }

    List<String> forms() {
        return forms;
    }

    String url() {
        return peer.url() + "/";
    }

    @Override
    public void close() throws IOException {
        held.countDown();
        peer.close();
    }
}
