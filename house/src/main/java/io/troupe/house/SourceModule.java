// SPDX-License-Identifier: Apache-2.0
package io.troupe.house;

import java.util.Set;

/**
 * A module of the build.
 *
 * @param name its folder, such as {@code bench/stress}
 * @param library whether it has a module descriptor, which only libraries have
 * @param exported packages that everybody may use
 * @param exportedToSome packages that named modules may use
 * @param providers classes that it provides as services
 * @param files number of its sources, without tests
 * @param lines number of lines in them
 */
record SourceModule(
        String name,
        boolean library,
        Set<String> exported,
        Set<String> exportedToSome,
        Set<String> providers,
        int files,
        int lines) {}
