// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.troupe.bench.run.plan.BenchException;
import io.troupe.bench.run.plan.Part;
import io.troupe.bench.run.plan.Plan;
import io.troupe.bench.run.plan.Profile;
import io.troupe.bench.run.plan.Start;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunRecordTest {
    private final Start start = new Start("a.b", Start.Kind.PRINTED, List.of(), List.of("b"), 1);
    private final Part part = new Part("a", "a-b", List.of(start), 3);

    @TempDir
    private Path dir;

    private Folder folder;
    private RunRecord record;

    @BeforeEach
    void begin() {
        folder = Folder.prepare(dir.resolve("out"));
        record = new RunRecord(folder, Profile.QUICK, new Plan(List.of(part), List.of("no gcc")));
    }

    @Test
    void shouldSayWhatRanAndHowItEnded() throws IOException {
        record.environment(Map.of("cpu", "a \"good\" one"));
        record.step(part, true);
        record.step(part, false);
        record.note("hot");
        assertThat(folder.readRecord().path("state").asText()).isEqualTo(RunRecord.RUNNING);
        record.end(RunRecord.FINISHED);
        record.note("too late");
        JsonNode run = folder.readRecord();
        assertThat(run.path("state").asText()).isEqualTo(RunRecord.FINISHED);
        assertThat(run.path("profile").asText()).isEqualTo("quick");
        assertThat(run.at("/settings/millis").asInt()).isEqualTo(Profile.QUICK.millis());
        assertThat(run.at("/environment/cpu").asText()).isEqualTo("a \"good\" one");
        assertThat(run.path("notes")).extracting(JsonNode::asText).containsExactly("no gcc", "hot");
        assertThat(run.at("/parts/0"))
                .isEqualTo(new ObjectMapper()
                        .readTree("{\"suite\":\"a\",\"part\":\"a-b\",\"file\":\"raw/a-b.json\","
                                + "\"steps\":3,\"done\":1,\"failed\":1}"));
    }

    @Test
    void shouldWriteNothingThatIsNoJson() throws IOException {
        record.noise(Map.of("difference", Double.NaN, "spread", Double.POSITIVE_INFINITY, "forks", 2.0));
        JsonNode noise = new ObjectMapper().readTree(folder.record().toFile()).path("noise");
        assertThat(noise.path("difference").isNull()).isTrue();
        assertThat(noise.path("spread").isNull()).isTrue();
        assertThat(noise.path("forks").asDouble()).isEqualTo(2);
    }

    @Test
    void shouldReadWhatOlderOnesWrote() throws IOException {
        Files.writeString(folder.record(), "{\"state\":\"finished\",\"noise\":{\"difference\":NaN}}");
        assertThat(folder.readRecord().path("state").asText()).isEqualTo("finished");
    }

    @Test
    void shouldRefuseARecordThatIsNoJson() throws IOException {
        for (String text : List.of("", "{", "{} {}")) {
            Files.writeString(folder.record(), text);
            assertThatThrownBy(folder::readRecord)
                    .as(text)
                    .isInstanceOf(BenchException.class)
                    .hasMessageStartingWith("file must hold JSON: file=" + folder.record());
        }
        Files.delete(folder.record());
        assertThatThrownBy(folder::readRecord).isInstanceOf(BenchException.class);
    }
}
