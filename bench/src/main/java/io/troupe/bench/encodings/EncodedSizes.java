// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.encodings;

import io.troupe.bench.harness.Tool;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Prints how many bytes a call takes in each encoding, one line of JSON per encoding and sample. The same on all machines. */
public final class EncodedSizes {
    private static final String HELP =
            "Prints how many bytes a call takes in each encoding, one line of JSON per encoding and sample.";
    private static final Map<String, Supplier<Subject>> SUBJECTS = new TreeMap<>(Map.of(
            "troupeBinary", Subject.TroupeBinary::new,
            "troupeCbor", Subject.TroupeCbor::new,
            "troupeJson", Subject.TroupeJson::new,
            "jacksonCbor", Subject.JacksonCbor::new,
            "jacksonJson", Subject.JacksonJson::new,
            "jacksonXml", Subject.JacksonXml::new,
            "javaSerialization", Subject.JavaSerialization::new));

    private EncodedSizes() {}

    /** Prints. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        return new Tool(EncodedSizes.class, HELP, Map.of(), arguments -> () -> {
            lines().forEach(System.out::println);
            return 0;
        });
    }

    /** Each line has the bytes of the first call of a connection, and those of a later one. */
    static List<String> lines() {
        return SUBJECTS.entrySet().stream()
                .flatMap(entry -> List.of(Sample.values()).stream()
                        .map(sample -> line(entry.getKey(), entry.getValue().get(), sample)))
                .collect(Collectors.toList());
    }

    private static String line(String system, Subject subject, Sample sample) {
        subject.sample = sample;
        subject.prepare();
        return String.format(
                Locale.ROOT,
                "{\"figure\":\"encoded-size\",\"system\":\"%s\",\"sample\":\"%s\",\"value\":%d,\"first\":%d,\"unit\":\"B\"}",
                system,
                sample,
                subject.bytes(),
                subject.firstBytes());
    }
}
