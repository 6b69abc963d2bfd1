// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;

/**
 * A socket, or a context of one, in the process of {@link Pynng}. Any thread may use it. Text is one byte per character.
 */
public final class PynngSocket implements AutoCloseable {
    private final Pynng pynng;
    /** The one it lives in, also when there is a newer one: there, its number would be another's. */
    private final PeerProcess process;

    private final String number;

    PynngSocket(Pynng pynng, PeerProcess process, String number) {
        this.pynng = pynng;
        this.process = process;
        this.number = number;
    }

    /**
     * A message and the connection it came by.
     *
     * @param pipe as {@link #joined} numbers them
     * @param text one character per byte
     */
    public record Received(long pipe, String text) {}

    /** Listens; it accepts connections when this returns. */
    public PynngSocket listen(String uri) {
        command("listen", number, uri);
        return this;
    }

    /** Dials until it succeeds, now and after each loss; does not wait, see {@link #awaitJoined}. */
    public PynngSocket dial(String uri) {
        command("dial", number, uri);
        return this;
    }

    /** Before listening with TLS. */
    public PynngSocket serveTls(Certificates files) {
        tls("server", "none", files.server(), files.serverKey(), "-");
        return this;
    }

    /** Before listening with TLS: dialers must show a certificate. */
    public PynngSocket serveMutualTls(Certificates files) {
        tls("server", "required", files.server(), files.serverKey(), files.authority());
        return this;
    }

    /** Before dialing with TLS; shows the client's certificate to who wants it. */
    public PynngSocket trust(Certificates files) {
        tls("client", "required", files.client(), files.clientKey(), files.authority(), "localhost");
        return this;
    }

    /** Opens a context; only for REQ, REP, SUB, SURVEYOR, RESPONDENT. It can send, receive and close. */
    public PynngSocket context() {
        return new PynngSocket(pynng, process, command("context", number));
    }

    /** Sets an option that is a time, such as {@code req:resend-time} or {@code surveyor:survey-time}. */
    public PynngSocket option(String name, Duration value) {
        return option("ms", name, Long.toString(value.toMillis()));
    }

    /** Sets an option that is a number, such as {@code ttl-max}, {@code send-buffer} or {@code recv-buffer}. */
    public PynngSocket option(String name, int value) {
        return option("int", name, Integer.toString(value));
    }

    /** Sets an option of a kind (int, ms, size, bool, string). */
    public PynngSocket option(String kind, String name, String value) {
        command("set", number, kind, name, value);
        return this;
    }

    /** For SUB: takes what begins with this. */
    public PynngSocket subscribe(String prefix) {
        command("subscribe", number, hex(bytes(prefix)));
        return this;
    }

    /** For SUB: no longer takes what begins with this. */
    public PynngSocket unsubscribe(String prefix) {
        command("unsubscribe", number, hex(bytes(prefix)));
        return this;
    }

    /** Sends and waits until nng took it. */
    public PynngSocket send(String text) {
        return send(bytes(text));
    }

    /** Sends and waits until nng took it. */
    public PynngSocket send(byte[] bytes) {
        command("send", number, hex(bytes));
        return this;
    }

    /** For polyamorous PAIR1: sends to one connection. */
    public PynngSocket sendTo(long pipe, String text) {
        command("send", number, hex(bytes(text)), Long.toString(pipe));
        return this;
    }

    /** The next message as text; waits up to {@link PeerProcess#PATIENCE}. */
    public String receive() {
        return receive(PeerProcess.PATIENCE).text();
    }

    /** The next message; {@link Pynng.Refused} with {@code TimeoutError} when none comes in time. */
    public Received receive(Duration patience) {
        // The script keeps the time; here it is only for the case that it hangs.
        String millis = Long.toString(patience.toMillis());
        String[] answer = pynng.command(
                        process, patience.plus(PeerProcess.PATIENCE), "receive " + number + " " + millis)
                .split(" ", -1);
        byte[] bytes = answer[1].equals("-") ? new byte[0] : HexFormat.of().parseHex(answer[1]);
        return new Received(Long.parseLong(answer[0]), new String(bytes, StandardCharsets.ISO_8859_1));
    }

    /** The connections made so far, in order, the lost ones too. */
    public List<Long> joined() {
        return events("joined");
    }

    /** The connections lost so far, in order. */
    public List<Long> left() {
        return events("left");
    }

    /** Waits for a first connection. */
    public PynngSocket awaitJoined() {
        awaitLine(line -> line.startsWith("event " + number + " joined "));
        return this;
    }

    /** Waits until a connection is lost. */
    public PynngSocket awaitLeft(long pipe) {
        awaitLine(("event " + number + " left " + pipe)::equals);
        return this;
    }

    /** Waits until a first connection is lost. */
    public PynngSocket awaitLeft() {
        awaitLine(line -> line.startsWith("event " + number + " left "));
        return this;
    }

    /** Closes a connection. */
    public void drop(long pipe) {
        command("drop", number, Long.toString(pipe));
    }

    /** Closes the socket or context, not the process. */
    @Override
    public void close() {
        command("close", number);
    }

    String number() {
        return number;
    }

    String command(String... words) {
        return pynng.command(process, String.join(" ", words));
    }

    private void awaitLine(Predicate<String> condition) {
        process.awaitLine(condition, PeerProcess.PATIENCE);
    }

    private List<Long> events(String kind) {
        String prefix = "event " + number + " " + kind + " ";
        return process.lines().stream()
                .filter(line -> line.startsWith(prefix))
                .map(line -> Long.valueOf(line.substring(prefix.length())))
                .toList();
    }

    private void tls(String side, Object... words) {
        StringBuilder line = new StringBuilder(side);
        for (Object word : words) {
            line.append(' ').append(word);
        }
        command("tls", number, line.toString());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String hex(byte[] bytes) {
        return bytes.length == 0 ? "-" : HexFormat.of().formatHex(bytes);
    }
}
