// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.examples.cli.Terminal.Size;
import org.junit.jupiter.api.Test;

class CutTest {
    @Test
    void shouldCountOnlyWhatIsSeen() {
        assertThat(Cut.to("\u001b[32meating\u001b[0m now", 8)).isEqualTo("\u001b[32meating\u001b[0m n");
        assertThat(Cut.to("\u001b[32meating\u001b[0m", 3)).isEqualTo("\u001b[32meat\u001b[0m");
        assertThat(Cut.to("short", 80)).isEqualTo("short");
    }

    @Test
    void shouldTakeTheUsualSizeWhereNobodyKnows() {
        assertThat(Size.parse("33 101\n")).isEqualTo(new Size(33, 101));
        assertThat(Size.parse("0 0\n")).isEqualTo(Size.USUAL);
        assertThat(Size.parse("")).isEqualTo(Size.USUAL);
    }
}
