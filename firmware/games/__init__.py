"""The rules of the games, pure: states, verify / can / do, and nothing that draws or stores."""
