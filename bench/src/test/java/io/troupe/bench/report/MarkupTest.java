// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarkupTest {
    @Test
    void shouldEscapeWhatHasAMeaning() {
        assertThat(Markup.escaped("<a b=\"&\">'ü😀")).isEqualTo("&lt;a b=&quot;&amp;&quot;&gt;'ü😀");
    }

    @Test
    void shouldReplaceWhatXmlForbids() {
        assertThat(Markup.escaped("a\u0000\uD800\uFFFE\uFFFFb")).isEqualTo("a\uFFFD\uFFFD\uFFFD\uFFFDb");
        assertThat(Markup.escaped("a\n\tb")).isEqualTo("a\n\tb");
    }
}
