// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.encodings;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Prints how many bytes a call takes in each encoding, one line of JSON per encoding and sample. The same on all machines. */
public final class EncodedSizes {
    private static final Map<String, Supplier<Subject>> SUBJECTS = new TreeMap<>(Map.of(
            "troupeBinary", Subject.TroupeBinary::new,
            "troupeCbor", Subject.TroupeCbor::new,
            "troupeJson", Subject.TroupeJson::new,
            "jacksonCbor", Subject.JacksonCbor::new,
            "jacksonJson", Subject.JacksonJson::new,
            "jacksonXml", Subject.JacksonXml::new,
            "javaSerialization", Subject.JavaSerialization::new));

    private EncodedSizes() {}

    /** Takes no arguments. */
    public static void main(String[] args) {
        lines().forEach(System.out::println);
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
