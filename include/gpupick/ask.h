/* Asks gpupick from another program. Link libgpupick.a, or load libgpupick.so. */
#ifndef GPUPICK_ASK_H
#define GPUPICK_ASK_H

#ifdef __cplusplus
extern "C" {
#endif

/* Answers a question: a command, and its arguments as a JSON object, both in UTF-8:

       gpupick_ask("recommend", "{\"vram\": 24, \"budget\": 2000}")

   Commands and arguments are those of the tools of `gpupick mcp` (docs/cli.md). Returns a JSON object on one line:

       status   the exit status of the program: 0 done; 1 done, but nothing fits; 2 refused
       answer   what the command prints in JSON (docs/json.md); absent if refused
       error    why the question was refused
       notes    what the program says besides its answer; absent if nothing

   Release it with gpupick_free. NULL if there is no memory. The function reads no files, no defaults of the user and no
   environment, and uses no network. The clock is asked for the note that prices are old. Threads may ask at the same
   time. */
char* gpupick_ask(const char* command, const char* arguments);

/* Releases a reply. Does nothing with NULL. */
void gpupick_free(char* reply);

#ifdef __cplusplus
}
#endif

#endif
