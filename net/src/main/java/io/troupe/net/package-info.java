// SPDX-License-Identifier: Apache-2.0
/**
 * Event loops on whichever Netty the application has: 4.2, or 4.1 where a platform manages that. Both lines have the same channels and
 * handlers; how loops are made differs, and is chosen here once, at run time.
 *
 * <pre>
 *   NettyVersion ── which line, or one sentence when none fits
 *   LoopFactory ←── HandlerLoops (4.2) | GroupLoops (4.1)     loaded by name of the line only
 *   SocketIo, SocketChoice                                     epoll, kqueue or NIO, and why
 * </pre>
 *
 * Not for users: the libraries that open sockets use it.
 */
package io.troupe.net;
