// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.Handle.HandleKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The texts that docs/json-links.md shows. */
class JsonTextTest {
    private static final Failure FAILURE =
            new Failure(Failure.Code.FAILED, "java.lang.IllegalStateException", "no such fork");

    private final Pair json = Pair.json();

    private void shouldBe(String line, Frame frame) {
        assertThat(json.line(frame)).isEqualTo(line + "\n");
    }

    @Test
    void shouldWriteHello() {
        shouldBe("{\"t\":\"hello\"}", new Frame.Hello(Map.of()));
        shouldBe("{\"t\":\"hello\",\"props\":{\"a\":\"1\",\"b\":\"2\"}}", new Frame.Hello(Map.of("b", "2", "a", "1")));
    }

    @Test
    void shouldWriteCalls() {
        Payload two = Pair.values(1L, 2L);
        shouldBe(
                "{\"t\":\"call\",\"s\":7,\"to\":\"calc\",\"m\":\"add(int,int)\",\"a\":[1,2]}",
                new Frame.Call(7, TargetId.name("calc"), "add(int,int)", 0, two));
        shouldBe(
                "{\"t\":\"call\",\"s\":7,\"to\":12,\"m\":\"add\",\"ns\":500,\"a\":[1,2]}",
                new Frame.Call(7, TargetId.id(12), "add", 500, two));
        shouldBe(
                "{\"t\":\"tell\",\"to\":\"table\",\"m\":\"clear()\",\"a\":[]}",
                new Frame.Tell(TargetId.name("table"), "clear()", Pair.values()));
    }

    @Test
    void shouldWriteAnswers() {
        shouldBe("{\"t\":\"reply\",\"s\":7,\"v\":3}", new Frame.Reply(7, Pair.values(3L)));
        shouldBe(
                "{\"t\":\"fail\",\"s\":7,\"e\":{\"code\":\"failed\",\"type\":\"java.lang.IllegalStateException\","
                        + "\"text\":\"no such fork\"}}",
                new Frame.Fail(7, FAILURE));
        shouldBe("{\"t\":\"cancel\",\"s\":7}", new Frame.Cancel(7));
        shouldBe("{\"t\":\"limit\",\"s\":7,\"ns\":1000000}", new Frame.Limit(7, 1_000_000));
        shouldBe(
                "{\"t\":\"undelivered\",\"to\":\"table\",\"m\":\"clear()\",\"e\":{\"code\":\"no_target\",\"text\":\"\"}}",
                new Frame.Undelivered(TargetId.name("table"), "clear()", new Failure(Failure.Code.NO_TARGET, "", "")));
    }

    @Test
    void shouldWriteStreams() {
        shouldBe("{\"t\":\"open\",\"s\":9,\"name\":\"prices\"}", new Frame.Open(9, "prices"));
        shouldBe("{\"t\":\"item\",\"s\":9,\"v\":1.5}", new Frame.Item(9, Pair.values(1.5)));
        shouldBe("{\"t\":\"end\",\"s\":9}", new Frame.End(9, null));
        shouldBe("{\"t\":\"request\",\"s\":9,\"n\":100}", new Frame.Request(9, 100));
        shouldBe("{\"t\":\"gap\",\"s\":9,\"n\":3}", new Frame.Gap(9, 3));
    }

    @Test
    void shouldWriteHousekeeping() {
        shouldBe(
                "{\"t\":\"nak\",\"scope\":\"target\",\"id\":12,\"level\":3,\"q\":900,\"cap\":1024,\"rate\":50000.0}",
                new Frame.Nak(Frame.Nak.Scope.TARGET, 12, 3, 900, 1024, 50_000));
        shouldBe("{\"t\":\"ping\",\"token\":1}", new Frame.Ping(1));
        shouldBe("{\"t\":\"pong\",\"token\":1}", new Frame.Pong(1));
        shouldBe("{\"t\":\"watch\",\"s\":11,\"to\":12}", new Frame.Watch(11, TargetId.id(12)));
        shouldBe(
                "{\"t\":\"ended\",\"s\":11,\"address\":\"house/table\",\"reason\":\"stopped\"}",
                new Frame.Ended(11, "house/table", "stopped"));
        shouldBe("{\"t\":\"release\",\"id\":12,\"n\":2}", new Frame.Release(12, 2));
        shouldBe("{\"t\":\"named\",\"name\":\"table\",\"id\":12}", new Frame.Named("table", 12));
        shouldBe("{\"t\":\"goodbye\",\"reason\":\"done\"}", new Frame.Goodbye("done"));
    }

    private void shouldBeValue(String text, Object value) {
        shouldBe("{\"t\":\"item\",\"s\":9,\"v\":" + text + "}", Pair.item(value));
    }

    @Test
    void shouldWriteValues() {
        shouldBeValue("null", null);
        shouldBeValue("5", 5L);
        shouldBeValue("5.0", 5.0);
        shouldBeValue("\"NaN\"", Double.NaN);
        shouldBeValue("\"-Infinity\"", Double.NEGATIVE_INFINITY);
        shouldBeValue("\"gr\u00f6\u00dfe \\\"x\\\"\"", "gr\u00f6\u00dfe \"x\"");
        shouldBeValue("\"AQID\"", new byte[] {1, 2, 3});
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("a", 1L);
        map.put("@b", 2L);
        map.put("@@c", 3L);
        shouldBeValue("{\"a\":1,\"@@b\":2,\"@@@c\":3}", map);
        shouldBeValue("{\"@type\":\"Circle\",\"r\":1.0}", new Anything.Fields("Circle", Map.of("r", 1.0)));
        shouldBeValue("{\"x\":1}", new Anything.Fields(null, Map.of("x", 1L)));
        shouldBeValue("{\"@type\":\"long\",\"@value\":5}", new Anything.Typed("long", 5L));
        shouldBeValue(
                "[{\"@ref\":1},{\"@home\":2},{\"@promise\":3},{\"@callback\":4}]",
                List.of(
                        new Handle(HandleKind.REFERENCE, 1),
                        new Handle(HandleKind.HOME, 2),
                        new Handle(HandleKind.PROMISE, 3),
                        new Handle(HandleKind.CALLBACK, 4)));
    }
}
