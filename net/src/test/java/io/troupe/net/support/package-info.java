// SPDX-License-Identifier: Apache-2.0
/** For tests over sockets, of this module and of others. A package of its own, as no two modules may have the same one. */
package io.troupe.net.support;
