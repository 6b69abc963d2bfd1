// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The frames in docs/json-links.md are frames; {@link JsonTextTest} holds that they are what is written. */
class GuideTest {
    private static final Pattern FRAME = Pattern.compile("\\{\"t\":.*\\}(?=[`'\\n])");

    private static List<String> examples() throws IOException {
        String guide = Files.readString(Path.of("../docs/json-links.md"));
        return guide.lines()
                .flatMap(line -> FRAME.matcher(line + "\n").results())
                .map(MatchResult::group)
                .flatMap(found -> Pattern.compile("' '|`").splitAsStream(found)) // several on one line
                .filter(found -> found.startsWith("{\"t\":"))
                .toList();
    }

    @Test
    void shouldShowFramesThatCanBeDecoded() throws IOException {
        Pair json = Pair.json();
        for (String example : examples()) {
            assertThat(json.decode(example + "\n")).as(example).isNotInstanceOf(Frame.Unknown.class);
        }
    }

    @Test
    void shouldShowEveryType() throws IOException {
        Pair json = Pair.json();
        Set<FrameType> shown =
                examples().stream().map(json::decode).map(Frame::type).collect(Collectors.toSet());

        assertThat(shown).isEqualTo(EnumSet.complementOf(EnumSet.of(FrameType.UNKNOWN)));
    }
}
