// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryLogTest {
    private static final HistoryLog<Op> OPS = HistoryLog.ofOps();

    private static <O> String write(HistoryLog<O> log, History<O> history) throws IOException {
        StringWriter out = new StringWriter();
        log.write(history, out);
        return out.toString();
    }

    private static History<Op> read(String text) throws IOException {
        return OPS.read(new StringReader(text));
    }

    @Test
    void shouldWriteOneLinePerEvent() throws IOException {
        long[] time = {10};
        History<Op> history = new History<>(() -> time[0]++);
        Invocation<Op> write = history.of("c1").invoke(Op.write("x", 7));
        Invocation<Op> read = history.of("c\"2").invoke(Op.read("x"));
        write.ok(null);
        read.info();
        history.of("c1").invoke(Op.compareAndSet("x", 7L, "ä\n\\\u0001")).ok(true);
        history.of("c1").invoke(Op.read("x"));
        assertThat(write(OPS, history))
                .isEqualTo(
                        """
                        {"time":10,"id":0,"client":"c1","type":"invoke","call":["write","x",7]}
                        {"time":11,"id":1,"client":"c\\"2","type":"invoke","call":["read","x"]}
                        {"time":12,"id":0,"client":"c1","type":"ok","result":null}
                        {"time":13,"id":1,"client":"c\\"2","type":"info"}
                        {"time":14,"id":2,"client":"c1","type":"invoke","call":["cas","x",7,"ä\\n\\\\\\u0001"]}
                        {"time":15,"id":2,"client":"c1","type":"ok","result":true}
                        {"time":16,"id":3,"client":"c1","type":"invoke","call":["read","x"]}
                        """);
    }

    @Test
    void shouldReadWhatItHasWritten() throws IOException {
        for (int seed = 0; seed < 10; seed++) {
            Random random = new Random(seed);
            for (SampleHistories.Family family : SampleHistories.families()) {
                History<Op> history = SampleHistories.guessed(family, random, 3, 20, 0.3);
                String text = write(OPS, history);
                History<Op> again = read(text);
                assertThat(again).hasToString(history.toString());
                assertThat(write(OPS, again)).isEqualTo(text);
                SearchLimits limits = SearchLimits.standard().withSteps(5_000);
                assertThat(Linearizability.check(again.operations(), family.model(), limits)
                                .outcome())
                        .isEqualTo(Linearizability.check(history.operations(), family.model(), limits)
                                .outcome());
            }
        }
    }

    @Test
    void shouldReadTransactionsThatItHasWritten() throws IOException {
        HistoryLog<ListTransaction> log = HistoryLog.ofTransactions();
        History<ListTransaction> history = SampleTransactions.history(new Random(1), 50, 3, 0.1, 0.5);
        String text = write(log, history);
        assertThat(text).contains("\"call\":[[\"append\",");
        History<ListTransaction> again = log.read(new StringReader(text));
        assertThat(write(log, again)).isEqualTo(text);
        assertThat(AppendConsistency.check(again, IsolationLevel.SERIALIZABLE))
                .hasToString(AppendConsistency.check(history, IsolationLevel.SERIALIZABLE)
                        .toString());
    }

    @Test
    void shouldTakeFormatsOfUsers() throws IOException {
        HistoryLog<Integer> log = HistoryLog.of(number -> List.of("draw", number), json -> {
            if (json instanceof List<?> list && list.size() == 2 && list.get(1) instanceof Long number) {
                return number.intValue();
            }
            throw new IllegalArgumentException("a draw must be a list of draw and a number: call=" + json);
        });
        History<Integer> history = new History<>();
        history.of("a").invoke(5).ok(Arrays.asList(1, null, List.of(2.5, "x"), false));
        String text = write(log, history);
        assertThat(log.read(new StringReader(text)).operations().get(0).call()).isEqualTo(5);
        assertThat(log.read(new StringReader(text)).operations().get(0).result())
                .isEqualTo(Arrays.asList(1L, null, List.of(2.5, "x"), false));
        assertThatThrownBy(() -> log.read(new StringReader(text.replace("5]", "true]"))))
                .hasMessage("a draw must be a list of draw and a number: call=[draw, true], line=1");
    }

    @Test
    void shouldReadWhatOtherProgramsWrite() throws IOException {
        History<Op> history = read(
                " { \"type\" : \"invoke\", \"id\":7,\t\"client\":\"\\u00e9\\/\\t\", \"call\":[\"write\",\"x\",-1.5e2], \"time\":-3 } \r\n"
                        + "{\"time\":-3,\"id\":7,\"client\":\"é/\\t\",\"type\":\"fail\"}");
        Operation<Op> write = history.operations().get(0);
        assertThat(write.client()).isEqualTo("é/\t");
        assertThat(write.call()).isEqualTo(Op.write("x", -150.0));
        assertThat(write.end()).isEqualTo(OperationEnd.FAIL);
        assertThat(write.startTime()).isEqualTo(-3);
    }

    @Test
    void shouldKeepHalvesOfCharacters() throws IOException {
        History<Op> history = new History<>();
        history.of("a").invoke(Op.write("x", "\ud83d\ude00 and \ud83d")).ok(null);
        byte[] file = write(OPS, history).getBytes(StandardCharsets.UTF_8);
        assertThat(read(new String(file, StandardCharsets.UTF_8))
                        .operations()
                        .get(0)
                        .call()
                        .argument(0))
                .isEqualTo("\ud83d\ude00 and \ud83d");
    }

    @Test
    void shouldRefuseToWriteValuesThatTheFormatDoesNotHave() {
        History<Op> history = new History<>();
        history.of("a").invoke(Op.write("x", Thread.State.NEW));
        assertThatThrownBy(() -> write(OPS, history))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "a value in a log must be null, a boolean, a number, a text, or a list of those: value=NEW, "
                                + "type=java.lang.Thread$State");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'time':1,'id':1,'client':'a','type':'ok','result':1 | Unexpected end-of-input: expected close marker for Object, column=53",
                "nonsense | a line must be strict JSON: problem=Unrecognized token 'nonsense'",
                "`` | a line must be an object of JSON: found=nothing",
                "[] | a line must be an object of JSON: found=[, column=1",
                "{'time':1,'id':1,'client':'a','type':'fail'} {} | a line must end after its object: found={, column=46",
                "{'time':1,'time':2,'id':1,'client':'a','type':'fail'} | a line must be strict JSON: problem=Duplicate field 'time', column=17",
                "{'time':1,'id':1,'client':'a,'type':'fail'} | problem=Unexpected character ('t' (code 116)): was expecting comma to separate Object entries, column=31",
                "{'time':1,'id':1,'client':'a','type':'fail | problem=Unexpected end-of-input: was expecting closing quote for a string value, column=43",
                "{'time':1,'id':1,'client':'\\x','type':'fail'} | problem=Unrecognized character escape 'x' (code 120), column=29",
                "{'time':1,'id':1,'client':'\\u12g4','type':'fail'} | expected a hex-digit for character escape sequence, column=32",
                "{'time':01,'id':1,'client':'a','type':'fail'} | Leading zeroes not allowed, column=10",
                "{'time':99999999999999999999,'id':1,'client':'a','type':'fail'} | problem=Numeric value (99999999999999999999) out of range of long",
                "{'time':1e999,'id':1,'client':'a','type':'fail'} | a number must be one of 64 bits: found=1e999, column=9",
                "{'time':1.5,'id':1,'client':'a','type':'fail'} | a field must be a whole number: field=time, found=1.5",
                "{'id':1,'client':'a','type':'fail'} | a field must be a whole number: field=time, found=null",
                "{'time':1,'id':1,'client':5,'type':'fail'} | a field must be a text: field=client, found=5",
                "{'time':1,'id':1,'client':{},'type':'fail'} | a value must be null",
                "{'time':1,'id':1,'client':'a','type':'done'} | a type must be one of invoke, ok, fail, info: type=done",
                "{'time':1,'id':1,'client':'a','type':'ok'} | a line must have the fields of its type: fields=time id client type, expected=client id result time type",
                "{'time':1,'id':1,'client':'a','type':'fail','result':1} | a line must have the fields of its type",
                "{'time':1,'id':2,'client':'a','type':'fail'} | an operation must begin before it ends, and end once: id=2",
                "{'time':1,'id':0,'client':'a','type':'fail'} | an operation must begin before it ends, and end once: id=0",
                "{'time':1,'id':1,'client':'b','type':'fail'} | an operation must end at its client: id=1, client=b",
                "{'time':0,'id':1,'client':'a','type':'fail'} | time must not fall: time=0, before=1",
                "{'time':1,'id':1,'client':'a','type':'invoke','call':['read','x']} | an operation must begin once: id=1",
                "{'time':1,'id':3,'client':'a','type':'invoke','call':['read']} | a call must be a list of action, key and arguments: call=[read]",
                "{'time':1,'id':3,'client':'a','type':'invoke','call':null} | a call must be a list of action, key and arguments: call=[]",
            })
    void shouldRefuseDamagedLines(String line, String message) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "{'time':0,'id':0,'client':'a','type':'invoke','call':['read','x']}",
                "{'time':1,'id':0,'client':'a','type':'info'}",
                "{'time':1,'id':1,'client':'a','type':'invoke','call':['read','x']}"));
        assertThat(read(String.join("\n", lines).replace('\'', '"')).size()).isEqualTo(2);
        lines.add(line);
        assertThatThrownBy(() -> read(String.join("\n", lines).replace('\'', '"') + "\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message)
                .hasMessageEndingWith(", line=4")
                .hasMessageNotContaining("\n");
    }

    @Test
    void shouldRefuseListsThatAreTooDeep() {
        String deep = "[".repeat(100_000);
        assertThatThrownBy(() -> read("{\"time\":" + deep))
                .hasMessage(
                        "a line must be strict JSON: problem=Document nesting depth (65) exceeds the maximum allowed (64, from `StreamReadConstraints.getMaxNestingDepth()`), line=1");
    }

    @Test
    void shouldRefuseDamagedTransactions() {
        HistoryLog<ListTransaction> log = HistoryLog.ofTransactions();
        String line = "{\"time\":1,\"id\":1,\"client\":\"a\",\"type\":\"invoke\",\"call\":%s}";
        assertThatThrownBy(() -> log.read(new StringReader(String.format(line, "[[\"append\",\"x\"]]"))))
                .hasMessage("an access must be a list of append, key and element, or of read and key: "
                        + "access=[append, x], line=1");
        assertThatThrownBy(() -> log.read(new StringReader(String.format(line, "[]"))))
                .hasMessage("a transaction must access a list: accesses=0, line=1");
    }
}
