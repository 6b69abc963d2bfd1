// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.codec.Samples.Job;
import io.troupe.remoting.codec.Samples.Node;
import io.troupe.remoting.codec.Samples.Order;
import io.troupe.remoting.codec.Samples.Printer;
import io.troupe.remoting.value.Handle.HandleKind;
import io.troupe.remoting.value.WireException;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every codec does. Together with {@link CodecEvolutionContract}, which it extends. */
public abstract class CodecContract extends CodecEvolutionContract {

    static Stream<Frame> frames() {
        return FrameTrips.plain();
    }

    static Stream<ValueTrips.Trip> values() {
        return ValueTrips.all();
    }

    @Test
    void shouldHaveANameOfLowerCaseLetters() {
        assertThat(codec().name()).matches("[a-z]+");
    }

    @ParameterizedTest
    @MethodSource("frames")
    void shouldPassFramesWithoutPayload(Frame frame) {
        assertThat(pass(frame)).isEqualTo(frame);
        assertThat(pass(frame)).isEqualTo(frame);
    }

    @Test
    void shouldPassFramesWithPayload() {
        Payload payload = payload(List.of(Order.class), Order.sample());
        for (int round = 0; round < 2; round++) {
            for (Frame frame : FrameTrips.withPayload(payload)) {
                Frame back = pass(frame);

                assertThat(back)
                        .usingRecursiveComparison()
                        .ignoringFields("arguments", "value")
                        .isEqualTo(frame);
                assertThat(incoming(back).size()).isPositive();
                assertThat(read(back, Order.class)).containsExactly(Order.sample());
            }
        }
    }

    @Test
    void shouldPassTheHeadersOfCalls() {
        Payload payload = payload(List.of(Order.class), Order.sample());
        Map<String, String> headers = Map.of("traceparent", "00-1-2-03", "ü \"{", "☂\n", "empty", "");
        for (int round = 0; round < 2; round++) {
            for (Frame call : FrameTrips.withPayload(payload)) {
                if (Frame.Headed.mayBe(call.type())) {
                    Frame.Headed back = (Frame.Headed) pass(new Frame.Headed(headers, false, call));

                    assertThat(back.headers()).isEqualTo(headers);
                    assertThat(back.dropped()).isFalse();
                    assertThat(read(back.call(), Order.class)).containsExactly(Order.sample());
                }
            }
        }
        Frame open = new Frame.Headed(headers, false, new Frame.Open(9, "prices"));
        assertThat(pass(open)).isEqualTo(open);
        assertInStep();
    }

    @Test
    void shouldDropHeadersThatAreTooLongAndKeepTheCall() {
        Frame call = new Frame.Tell(TargetId.name("shop"), "take(Order)", payload(List.of(String.class), "x"));
        Map<String, String> most = Map.of("n", "x".repeat(Headers.MOST_BYTES - 1));
        Frame.Headed whole = (Frame.Headed) pass(new Frame.Headed(most, false, call));
        assertThat(whole.headers()).isEqualTo(most);
        for (Map<String, String> tooLong : List.of(
                Map.of("n", "x".repeat(Headers.MOST_BYTES)),
                Map.of("n", "☂".repeat(Headers.MOST_BYTES / 3 + 1)),
                Map.of("", "no name"),
                Map.of("n", "x".repeat(20 * Headers.MOST_BYTES)))) {
            Frame.Headed back = (Frame.Headed) pass(new Frame.Headed(tooLong, false, call));

            assertThat(back.headers()).isEmpty();
            assertThat(back.dropped()).isTrue();
            assertThat(read(back.call(), String.class)).containsExactly("x");
        }
        assertInStep();
    }

    @ParameterizedTest
    @MethodSource("values")
    void shouldPassValues(ValueTrips.Trip trip) {
        Object back = trip(trip.type(), trip.value());

        assertThat(back).isEqualTo(trip.expected());
        if (trip.expected() != null) {
            assertThat(back).hasSameClassAs(trip.expected());
        }
        assertInStep();
    }

    @Test
    void shouldFindFramesInAStream() {
        Output out = new Output(16);
        encoder().encode(new Frame.Ping(1), out);
        int first = out.size();
        encoder().encode(frame(String.class, "two"), out);
        byte[] bytes = out.copy();

        for (int to = 0; to < first; to++) {
            assertThat(decoder().frameLength(bytes, 0, to)).isEqualTo(-1);
        }
        assertThat(decoder().frameLength(bytes, 0, bytes.length)).isEqualTo(first);
        assertThat(decoder().decode(bytes, 0, first)).isEqualTo(new Frame.Ping(1));
        assertThat(decoder().frameLength(bytes, first, bytes.length)).isEqualTo(bytes.length - first);
        assertThat(read(decoder().decode(bytes, first, bytes.length), String.class))
                .containsExactly("two");
    }

    @Test
    void shouldRefuseToWaitForAFrameThatIsTooLarge() {
        byte[] bytes = new byte[limits().maxFrameBytes() + 1];
        Arrays.fill(bytes, (byte) 'x');

        assertThatThrownBy(() -> decoder().frameLength(bytes, 0, bytes.length)).isInstanceOf(WireException.class);
    }

    @Test
    void shouldSkipSurplusValuesAndFillUpMissingOnes() {
        Frame frame = new Frame.Tell(TargetId.id(1), "m()", payload(List.of(int.class, String.class), 5, "five"));

        assertThat(read(pass(frame), int.class)).containsExactly(5);
        assertThat(read(pass(frame), int.class, String.class, String.class, int.class, boolean.class))
                .containsExactly(5, "five", null, 0, false);
    }

    @Test
    void shouldLeaveEverythingAsItWasWhenEncodingFails() {
        Printer printer = new SilentPrinter();
        Output out = new Output(16);
        encoder().encode(new Frame.Ping(1), out);
        byte[] before = out.copy();
        Type any = new Samples.TypeOf<List<Object>>() {}.type();
        Payload failing = payload(
                List.of(Printer.class, Order.class, any),
                printer,
                Order.sample(),
                List.of(new StringBuilder("gadget")));

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(
                            () -> encoder().encode(new Frame.Tell(TargetId.name("shop"), "take(Order)", failing), out))
                    .isInstanceOf(WireException.class)
                    .hasMessageContaining("java.lang.StringBuilder");
            assertThat(out.copy()).isEqualTo(before);
            assertThat(sender.exported).isEmpty();
        }
        assertThat(sender.rollbacks).isEqualTo(3);
        assertInStep();
    }

    @Test
    void shouldFailToEncodeWhatIsTooLarge() {
        assertThatThrownBy(() -> bytes(frame(byte[].class, new byte[limits().maxFrameBytes()])))
                .isInstanceOf(WireException.class)
                .hasMessageContaining(Integer.toString(limits().maxFrameBytes()));
        assertThatThrownBy(() -> bytes(frame(String.class, "x".repeat(limits().maxFrameBytes()))))
                .isInstanceOf(WireException.class);
        assertThatThrownBy(() -> bytes(frame(long[].class, new long[limits().maxFrameBytes()])))
                .isInstanceOf(WireException.class);
        assertInStep();
    }

    @Test
    void shouldFailToEncodeCycles() {
        List<Object> list = new ArrayList<>();
        list.add(list);

        assertThatThrownBy(() -> bytes(frame(new Samples.TypeOf<List<Object>>() {}.type(), list)))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("nesting must be at most 64 deep, is there a cycle?");
        assertInStep();
    }

    @Test
    void shouldRefuseAnOptionalThatWouldArriveAsAnother() {
        Type nested = new Samples.TypeOf<Optional<Optional<String>>>() {}.type();
        assertThatThrownBy(() -> bytes(frame(nested, Optional.of(Optional.empty()))))
                .isInstanceOf(WireException.class)
                .hasMessage("an optional must not hold an empty one, both would arrive as null:"
                        + " value=Optional[Optional.empty]");
    }

    @Test
    void shouldRefuseAnOrderThatWouldBeLost() {
        Type set = new Samples.TypeOf<SortedSet<String>>() {}.type();
        Type map = new Samples.TypeOf<SortedMap<String, Long>>() {}.type();
        assertThatThrownBy(() -> bytes(frame(set, new TreeSet<>(Comparator.<String>reverseOrder()))))
                .isInstanceOf(WireException.class)
                .hasMessageStartingWith(
                        "sorted values must have their natural order, as no other one travels: comparator=");
        assertThatThrownBy(() -> bytes(frame(map, new TreeMap<>(String.CASE_INSENSITIVE_ORDER))))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("CaseInsensitiveComparator");
        SortedSet<String> natural = new TreeSet<>(Comparator.naturalOrder());
        natural.addAll(List.of("b", "a"));
        assertThat(bytes(frame(set, natural))).isEqualTo(bytes(frame(set, new TreeSet<>(natural))));
    }

    @Test
    void shouldCountTheDepthOfRecords() {
        assertThat(trip(Node.class, chain(60))).isEqualTo(chain(60));
        assertThatThrownBy(() -> bytes(frame(Node.class, chain(65))))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("nesting must be at most 64 deep");
    }

    private static Node chain(int length) {
        Node node = null;
        for (int i = 0; i < length; i++) {
            node = new Node(i, node);
        }
        return node;
    }

    @Test
    void shouldPassHandles() {
        Printer printer = new SilentPrinter();
        receiver.known.put(1L, printer);
        Job job = new Job(printer, new CompletablePromise<>(), Callback.of(ignored -> {}));

        Job back = (Job) trip(Job.class, job);

        assertThat(sender.exported).containsExactly(job.printer(), job.done(), job.progress());
        assertThat(sender.marks).isEqualTo(1);
        assertThat(sender.rollbacks).isZero();
        assertThat(back.printer()).isSameAs(printer);
        assertThat(receiver.imported)
                .extracting(handle -> handle.kind())
                .containsExactly(HandleKind.REFERENCE, HandleKind.PROMISE, HandleKind.CALLBACK);
    }

    @Test
    void shouldTellOneKindOfHandleFromAnother() {
        Type promise = new Samples.TypeOf<Promise<String>>() {}.type();

        assertThatThrownBy(() -> trip(promise, new CompletablePromise<String>(), Printer.class))
                .isInstanceOf(WireException.class);
        assertThatThrownBy(() -> trip(String.class, "x", Printer.class))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("Printer");
    }

    @Test
    void shouldShowPayloadsAsJson() {
        Payload payload = payload(
                List.of(int.class, String.class, boolean.class, double.class, Order.class, Void.class),
                -5,
                "\"a\\b\"\n\u0001ü",
                true,
                1.5,
                Order.sample(),
                null);

        String json =
                incoming(pass(new Frame.Tell(TargetId.id(1), "m()", payload))).toJson();

        assertThat(json.replaceAll("\\s", ""))
                .isEqualTo("[-5,\"\\\"a\\\\b\\\"\\n\\u0001ü\",true,1.5,"
                        + "{\"id\":7,\"count\":-3,\"time\":1700000000000,\"customer\":\"Ann\",\"item\":\"pencil\","
                        + "\"tags\":[\"a\",\"b\"],\"stock\":{\"north\":{\"red\":5}}},null]");
    }

    @Test
    void shouldShowWhatCarriesTheNameOfItsTypeAsJson() {
        theirs.register(Samples.Circle.class);
        List<Object> things = List.of(5L, new Samples.Circle(1.5));
        Frame frame = pass(frame(new Samples.TypeOf<List<Object>>() {}.type(), things));

        assertThat(incoming(frame).toJson().replaceAll("\\s", ""))
                .isEqualTo("[[{\"@type\":\"java.lang.Long\",\"@value\":5},{\"@type\":\""
                        + Samples.Circle.class.getName() + "\",\"radius\":1.5}]]");
    }

    private static final class SilentPrinter implements Printer {
        @Override
        public void print(String text) {
            // nobody reads it
        }

        @Override
        public Promise<Integer> pages() {
            return Promise.of(0);
        }
    }
}
