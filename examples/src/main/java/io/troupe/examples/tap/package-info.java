// SPDX-License-Identifier: Apache-2.0
/** Shows what goes over a link. Imports {@code cli}. */
package io.troupe.examples.tap;
