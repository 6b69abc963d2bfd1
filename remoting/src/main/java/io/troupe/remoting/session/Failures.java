// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.continuation.CauseText;
import io.troupe.core.error.ActorException;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.error.CallCancelledException;
import io.troupe.core.error.CallNotServedException;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.EndReason;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.error.MailboxFullException;
import io.troupe.core.error.RemoteFailedException;
import io.troupe.core.message.PlainText;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Failure.Code;
import io.troupe.remoting.key.Refusal;
import io.troupe.remoting.key.RefusalCodec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Exceptions do not travel: a code, a class name and a text do. */
final class Failures {
    private static final int LONGEST_TEXT = 4096;

    /** What errors of this side quote of it, on one line. */
    private static final int LONGEST_TOLD = 1000;

    /** Fact of a call: whether it may have been executed. */
    private static final String EXECUTED = "executed";

    /** Fact of a call whose target has ended: why it has. */
    private static final String END = "end";

    /** Fact of what failed because an actor has ended that is not the target of the call: its address. */
    private static final String ACTOR = "actor";

    /** Fact of a message in pieces that was refused before all had come: its number. */
    private static final String PIECES = "pieces";

    private static final int LONGEST_ADDRESS = 512;

    private Failures() {}

    /** What the other side is told about an exception. */
    static Failure of(Throwable cause) {
        // what failed at a third party keeps its name on the way through this process
        String type = cause instanceof RemoteFailedException there
                ? there.type()
                : cause.getClass().getName();
        Refusal refusal = cause instanceof CallNotServedException refused ? refusal(refused) : null;
        if (refusal != null) {
            Map<String, String> fields = new HashMap<>(refusal.fields());
            fields.put(EXECUTED, executed(refusal.maybeExecuted()));
            return new Failure(Code.NOT_SERVED, refusal.kind(), text(cause), fields);
        }
        Map<String, String> facts = cause instanceof ActorStoppedException stopped
                ? facts(stopped, stopped.maybeExecuted(), address -> false)
                : Map.of();
        return new Failure(code(cause), type, text(cause), facts);
    }

    /**
     * What the other side is told about a call that has failed.
     *
     * @param begun whether its method was called in this process
     * @param isTarget whether an address is that of what was called
     */
    static Failure ofCall(Throwable cause, boolean begun, Predicate<String> isTarget) {
        Failure failure = of(cause);
        Code code = begun && failure.code() == Code.BUSY ? Code.FAILED : failure.code(); // another one was busy
        Map<String, String> facts = failure.fields();
        if (cause instanceof ActorStoppedException stopped) {
            facts = facts(stopped, begun || stopped.maybeExecuted(), isTarget); // or it was sent on, and called there
        } else if (cause instanceof CallTimeoutException late) {
            facts = Map.of(EXECUTED, executed(begun || late.maybeExecuted()));
        }
        return new Failure(code, failure.type(), failure.text(), facts);
    }

    private static Map<String, String> facts(
            ActorStoppedException stopped, boolean maybeExecuted, Predicate<String> isTarget) {
        Map<String, String> facts = new HashMap<>();
        facts.put(EXECUTED, executed(maybeExecuted));
        facts.put(END, stopped.reason().name());
        String address = stopped.address();
        if (!isTarget.test(address)) {
            facts.put(ACTOR, beginning(address));
        }
        return facts;
    }

    /** Without half a character at its end, which not every encoding takes. */
    private static String beginning(String address) {
        if (address.length() <= LONGEST_ADDRESS) {
            return address;
        }
        boolean cutsPair = Character.isHighSurrogate(address.charAt(LONGEST_ADDRESS - 1));
        return address.substring(0, cutsPair ? LONGEST_ADDRESS - 1 : LONGEST_ADDRESS);
    }

    private static String executed(boolean maybe) {
        return maybe ? "maybe" : "no";
    }

    /** Older versions do not say it. */
    private static boolean maybeExecuted(Failure failure) {
        return !"no".equals(failure.fields().get(EXECUTED));
    }

    /** Why the target has ended; what is not known here counts as stopped. */
    private static EndReason end(Failure failure) {
        String told = failure.fields().get(END);
        return Stream.of(EndReason.values())
                .filter(reason -> reason.name().equals(told))
                .findFirst()
                .orElse(EndReason.STOPPED);
    }

    /** Modules above may be missing: then nothing is refused in their words. */
    private static final class Codecs {
        private static final List<RefusalCodec> ALL =
                ServiceLoader.load(RefusalCodec.class, RefusalCodec.class.getClassLoader()).stream()
                        .map(ServiceLoader.Provider::get)
                        .toList();
    }

    private static @Nullable Refusal refusal(CallNotServedException refused) {
        for (RefusalCodec codec : Codecs.ALL) {
            Refusal refusal = codec.encode(refused);
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    /** Whether a call has certainly not been executed. */
    static boolean isRefusal(Failure failure) {
        return switch (failure.code()) {
            case NO_TARGET, NO_METHOD, BAD_ARGUMENTS, BUSY, PROTOCOL, DENIED -> true;
            case STOPPED, EXPIRED, NOT_SERVED -> !maybeExecuted(failure);
            case FAILED, CANCELLED, BAD_RESULT, UNKNOWN -> false;
        };
    }

    /** The exception of a kind that a module knows; what makes no sense to it fails like any other call. */
    private static ActorException notServed(Failure failure, String type, String text, String where) {
        Map<String, String> fields = new HashMap<>(failure.fields());
        fields.remove(EXECUTED);
        Refusal refusal = new Refusal(failure.type(), maybeExecuted(failure), fields);
        String cause = "";
        for (RefusalCodec codec : Codecs.ALL) {
            try {
                CallNotServedException known =
                        codec.decode(refusal, "the call was not served: " + where + ", peerSays=" + text);
                if (known != null) {
                    return known;
                }
            } catch (RuntimeException e) {
                cause = ", unreadable=" + PlainText.of(String.valueOf(e.getMessage()));
            }
        }
        return new RemoteFailedException(
                type, "the call was not served: " + where + ", cause=" + type + ": " + text + cause);
    }

    /** What the other side is told about a broken rule. */
    static Failure of(Code code, String text) {
        return new Failure(code, "", shortened(text));
    }

    /** There is no room for a message in pieces with such a number. */
    static Failure ofPieces(long number, String text) {
        return new Failure(Code.BUSY, "", shortened(text), Map.of(PIECES, Long.toString(number)));
    }

    /** Whether this is about the message in pieces with such a number. */
    static boolean isOfPieces(Failure failure, long number) {
        return Long.toString(number).equals(failure.fields().get(PIECES));
    }

    /** Instead of a result that must not wait as well. */
    static Failure unread() {
        return of(
                Code.BAD_RESULT,
                "answers must be read before so many wait to be sent: the call has been executed, its result is gone");
    }

    private static Code code(Throwable cause) {
        if (cause instanceof ActorStoppedException) {
            return Code.STOPPED;
        }
        if (cause instanceof CallTimeoutException) {
            return Code.EXPIRED;
        }
        if (cause instanceof CallCancelledException) {
            return Code.CANCELLED;
        }
        return cause instanceof MailboxFullException || cause instanceof BackpressureException
                ? Code.BUSY
                : Code.FAILED;
    }

    private static String text(Throwable cause) {
        return shortened(CauseText.messageOf(cause));
    }

    /** A text that is short enough to be told. */
    static String shortened(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "…";
    }

    /**
     * What a caller gets for a failure that was told by the other side.
     *
     * @param failure as it came
     * @param where target and method, as name=value
     */
    static ActorException toException(Failure failure, String where) {
        String text = PlainText.of(failure.text(), LONGEST_TOLD);
        String type = PlainText.of(failure.type());
        return switch (failure.code()) {
            case STOPPED -> stopped(failure, where, text);
            case EXPIRED ->
                new CallTimeoutException(
                        "call must be answered within its deadline: " + where + ", peerSays=" + text,
                        target(where),
                        null,
                        null,
                        maybeExecuted(failure),
                        false);
            case CANCELLED -> new CallCancelledException("the call was cancelled: " + where + ", peerSays=" + text);
            case NOT_SERVED -> notServed(failure, type, text, where);
            case FAILED, UNKNOWN ->
                new RemoteFailedException(type, "the remote method failed: " + where + ", cause=" + type + ": " + text);
            case BAD_RESULT ->
                new RemoteFailedException("", "the result cannot travel: " + where + ", peerSays=" + text);
            case NO_TARGET, NO_METHOD, BAD_ARGUMENTS, BUSY, PROTOCOL, DENIED ->
                new CallRefusedException(
                        "the call was refused: " + where + ", reason=" + failure.code() + ", peerSays=" + text);
        };
    }

    private static ActorStoppedException stopped(Failure failure, String where, String text) {
        String other = failure.fields().get(ACTOR);
        return new ActorStoppedException(
                (other == null ? "the target of the call has stopped: " : "an actor that is needed has stopped: ")
                        + where + ", peerSays=" + text,
                other == null ? target(where) : PlainText.of(other, LONGEST_ADDRESS),
                null,
                end(failure),
                maybeExecuted(failure),
                null);
    }

    /** The address in a text of name=value pairs that may begin with it. */
    private static String target(String where) {
        String name = "target=";
        int end = where.indexOf(", ");
        return where.startsWith(name) ? where.substring(name.length(), end < 0 ? where.length() : end) : where;
    }

    /**
     * For what waits for the other side when the link ends.
     *
     * @param maybeExecuted whether it had been sent
     */
    static LinkLostException lost(String why, String where, boolean maybeExecuted) {
        return new LinkLostException("the link was lost: " + where + ", cause=" + why, maybeExecuted);
    }
}
